/** A number in text and where it ends. */
export interface Decimal {
  value: number
  end: number
}

/** Powers of ten that a double holds exactly. */
const tens = Array.from({ length: 23 }, (_, e) => Number(`1e${e}`))

/**
 * Reads the decimal number that begins at `begin` from its digits into `decimal`. True when that is exact: at most 15 digits and a small exponent.
 * Where it is false the number, if it is one, has to be read by `Number`. `point` is the code of the decimal sign.
 */
export function scanDecimal(bytes: Uint8Array, begin: number, decimal: Decimal, point = 46): boolean {
  const end = bytes.length
  let at = begin
  const negative = at < end && bytes[at] === 45
  if (negative || (at < end && bytes[at] === 43)) at++
  let mantissa = 0
  let digits = 0
  let exponent = 0
  let any = false
  let code = at < end ? bytes[at] : 0
  for (; code >= 48 && code <= 57; code = ++at < end ? bytes[at] : 0) {
    any = true
    if (digits > 0 || code > 48) digits++
    mantissa = mantissa * 10 + code - 48
  }
  if (code === point)
    for (code = ++at < end ? bytes[at] : 0; code >= 48 && code <= 57; code = ++at < end ? bytes[at] : 0) {
      any = true
      if (digits > 0 || code > 48) digits++
      mantissa = mantissa * 10 + code - 48
      exponent--
    }
  if (any && (code === 101 || code === 69)) {
    const sign = at + 1 < end && bytes[at + 1] === 45 ? -1 : 1
    let next = at + 1 < end && (bytes[at + 1] === 45 || bytes[at + 1] === 43) ? at + 2 : at + 1
    let power = 0
    let powerDigits = 0
    for (; next < end && bytes[next] >= 48 && bytes[next] <= 57 && powerDigits < 6; next++, powerDigits++)
      power = power * 10 + bytes[next] - 48
    if (powerDigits === 0) any = false
    exponent += sign * power
    at = next
  }
  if (!any || digits > 15 || exponent < -22 || exponent > 22) return false
  const size = exponent < 0 ? mantissa / tens[-exponent] : mantissa * tens[exponent]
  decimal.value = negative ? -size : size
  decimal.end = at
  return true
}
