import { LN2_HIGH, LN2_LOW } from './logarithm.ts'

/** Exponents above this give ∞: the largest double is e^709.78. */
const OVERFLOW = 710
/** Exponents below this give 0: the smallest double is e^−745.13. */
const UNDERFLOW = -746

/** Computes eˣ within 1 ulp, with the same bits on every engine; +∞ above 709.78, 0 below −745.13. */
export function exponential(x: number): number {
  return exponentialOfSum(x, 0)
}

/** Computes e^(x + low) for a small correction |low| ≤ ulp(x): x = k·ln 2 + r with |r| ≤ ln 2 / 2, Taylor series of eʳ, times 2ᵏ. */
export function exponentialOfSum(x: number, low: number): number {
  if (Number.isNaN(x)) return x
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY
  if (x < UNDERFLOW) return 0
  const k = Math.floor(x * Math.LOG2E + 0.5)
  const high = x - k * LN2_HIGH
  const tail = low - k * LN2_LOW
  const r = high + tail
  const lost = high - r + tail
  let series = 1 / 6227020800
  series = series * r + 1 / 479001600
  series = series * r + 1 / 39916800
  series = series * r + 1 / 3628800
  series = series * r + 1 / 362880
  series = series * r + 1 / 40320
  series = series * r + 1 / 5040
  series = series * r + 1 / 720
  series = series * r + 1 / 120
  series = series * r + 1 / 24
  series = series * r + 1 / 6
  series = series * r + 1 / 2
  return scaleByPowerOfTwo(1 + (r + (lost + r * lost + r * r * series)), k)
}

/** Exponent of the smallest power of two among the doubles. */
const SMALLEST = -1074
/** Exponent of the largest power of two among the doubles. */
const LARGEST = 1023
const table = powers()

/** Computes value·2^exponent with one rounding, also where the result is subnormal; `exponent` is whole, |exponent| ≤ 2000. */
function scaleByPowerOfTwo(value: number, exponent: number): number {
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
