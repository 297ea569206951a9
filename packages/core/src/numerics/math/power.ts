import { exponentialOfSum } from './exponential.ts'
import { artanhTail, LN2_HIGH, LN2_LOW, significand } from './logarithm.ts'
import { productError, sumError } from './rounding-error.ts'

/**
 * Computes xʸ within 1 ulp, with the same bits on every engine and the special values of JavaScript's `**`: NaN for a negative base with a
 * fractional exponent and for 1 to an infinite power, 1 for exponent 0. e^(y·ln x) with ln x to about 70 bits.
 */
export function power(x: number, y: number): number {
  if (y === 0) return 1
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const size = Math.abs(x)
  if (size === 1 && Math.abs(y) === Number.POSITIVE_INFINITY) return Number.NaN
  const whole = Math.floor(y) === y
  const odd = whole && Math.abs(y) < 9007199254740992 && y % 2 !== 0
  const negative = x < 0 || Object.is(x, -0)
  if (x < 0 && x !== Number.NEGATIVE_INFINITY && !whole) return Number.NaN
  const sign = negative && odd ? -1 : 1
  if (size === 0) return sign * (y > 0 ? 0 : Number.POSITIVE_INFINITY)
  if (size === Number.POSITIVE_INFINITY) return sign * (y > 0 ? Number.POSITIVE_INFINITY : 0)
  if (size === 1) return sign
  return sign * positivePower(size, y)
}

function positivePower(x: number, y: number): number {
  const { fraction, exponent } = significand(x)
  const f = fraction - 1
  // s = f / (2 + f) as high + low; 2 + f is 1 + fraction, split exactly.
  const divisor = 2 + f
  const divisorLow = sumError(2, f, divisor)
  const s = f / divisor
  const back = s * divisor
  const sLow = (f - back - productError(s, divisor, back) - s * divisorLow) / divisor
  // z = s² as high + low, then t = 2z/3 + z²·(…), where only the first term needs its low part.
  const z = s * s
  const zLow = productError(s, s, z) + 2 * s * sLow
  const inner = z * z * artanhTail(z)
  const t = z * (2 / 3)
  const tLow = productError(z, 2 / 3, t) + z * 3.700743415417188e-17 + zLow * (2 / 3) + inner
  const tSum = t + tLow
  const tRest = t - tSum + tLow
  // ln(1 + f) = 2s + s·t.
  const product = s * tSum
  const productLow = productError(s, tSum, product) + sLow * tSum + s * tRest
  const part = 2 * s + product
  const partLow = sumError(2 * s, product, part) + productLow + 2 * sLow
  const high = exponent * LN2_HIGH + part
  const low = sumError(exponent * LN2_HIGH, part, high) + partLow + exponent * LN2_LOW
  const logarithm = high + low
  const logarithmLow = high - logarithm + low
  // y·ln x; beyond ±800 the result is 0 or ∞ whatever the low part.
  const scaled = y * logarithm
  if (!(Math.abs(scaled) < 800)) return scaled > 0 ? Number.POSITIVE_INFINITY : 0
  if (Math.abs(scaled) < 1e-200) return 1 + scaled
  const scaledLow = productError(y, logarithm, scaled) + y * logarithmLow
  const sum = scaled + scaledLow
  return exponentialOfSum(sum, scaled - sum + scaledLow)
}
