import { scaleByPowerOfTwo } from './scale-by-power-of-two.ts'

const LN2_HIGH = 0.6931471805592082 // the first 40 bits of ln 2, so that k·LN2_HIGH is exact
const LN2_LOW = 7.371002565167799e-13
const OVERFLOW = 710
const UNDERFLOW = -746

/** eˣ, within 1 ulp and the same on every engine; +∞ above 709.78, 0 below −745.13. */
export function exponential(x: number): number {
  return exponentialOfSum(x, 0)
}

/** e^(x + low) for a small correction |low| ≤ ulp(x): x = k·ln 2 + r with |r| ≤ ln 2 / 2, Taylor series of eʳ, times 2ᵏ. */
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
