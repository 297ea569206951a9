/** Largest prime radix of a stage. A stage of prime radix p > 5 costs about p operations per number; beyond this prime a convolution is cheaper (measured). */
const LARGEST_RADIX = 31
/** Largest radix of the first stage of odd lengths. */
const LARGEST_FIRST = 15

/** Splits a length into the radices of the stages, 4s first, and the cofactor for a convolution: 1, or a product of primes above 31. */
export function radices(length: number): { order: number[]; cofactor: number } {
  const order: number[] = []
  let cofactor = length
  const divideBy = (radix: number) => {
    while (cofactor % radix === 0) {
      order.push(radix)
      cofactor /= radix
    }
  }
  for (const radix of [4, 2, 3, 5]) divideBy(radix)
  for (let radix = 7; radix <= LARGEST_RADIX; radix += 2) divideBy(radix)
  return { order, cofactor: cofactor }
}

/** Picks the radix of the first stage of a real sequence of odd length, which leaves out half of the sequences it makes: the largest divisor up to 15, else a prime up to 31, else 1. */
export function firstRadix(length: number): number {
  for (let radix = LARGEST_FIRST; radix > 1; radix -= 2) if (length % radix === 0) return radix
  for (let radix = LARGEST_FIRST + 2; radix <= LARGEST_RADIX; radix += 2) if (length % radix === 0) return radix
  return 1
}

/** Finds the smallest 2ᵃ3ᵇ5ᶜ that is at least `length`. */
export function nextSmooth(length: number): number {
  let best = 1
  while (best < length) best *= 2
  for (let five = 1; five < best; five *= 5)
    for (let three = five; three < best; three *= 3) {
      let candidate = three
      while (candidate < length) candidate *= 2
      if (candidate < best) best = candidate
    }
  return best
}

/** Finds a number whose powers are 1 … prime − 1 in some order, modulo the prime; undefined where `length` is no prime. */
export function primitiveRoot(length: number): number | undefined {
  const factors: number[] = []
  let cofactor = length - 1
  for (let factor = 2; factor * factor <= cofactor; factor++)
    if (cofactor % factor === 0) {
      factors.push(factor)
      while (cofactor % factor === 0) cofactor /= factor
    }
  if (cofactor > 1) factors.push(cofactor)
  for (let factor = 2; factor * factor <= length; factor++) if (length % factor === 0) return undefined
  for (let root = 2; root < length; root++)
    if (factors.every((factor) => powerModulo(root, (length - 1) / factor, length) !== 1)) return root
  return undefined
}

/** Computes base^exponent modulo a number below 2²⁶, so that products are exact. */
function powerModulo(base: number, exponent: number, modulus: number): number {
  let result = 1
  for (let power = base, bits = exponent; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) result = (result * power) % modulus
    power = (power * power) % modulus
  }
  return result
}
