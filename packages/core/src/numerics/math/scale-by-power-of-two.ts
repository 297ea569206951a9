const SMALLEST = -1074
const LARGEST = 1023
const table = powers()

/** value·2^exponent with one rounding, also where the result is subnormal; `exponent` is whole, |exponent| ≤ 2000. */
export function scaleByPowerOfTwo(value: number, exponent: number): number {
  if (exponent > LARGEST) return value * table[LARGEST - SMALLEST] * table[exponent - LARGEST - SMALLEST]
  if (exponent >= -1022) return value * table[exponent - SMALLEST]
  // The first factor is a normal number's, so that only the second product rounds.
  return value * table[-969 - SMALLEST] * table[exponent + 969 - SMALLEST]
}

function powers(): Float64Array {
  const result = new Float64Array(LARGEST - SMALLEST + 1)
  let power = 1
  for (let exponent = 0; exponent <= LARGEST; exponent++, power *= 2) result[exponent - SMALLEST] = power
  power = 1
  for (let exponent = 0; exponent >= SMALLEST; exponent--, power /= 2) result[exponent - SMALLEST] = power
  return result
}
