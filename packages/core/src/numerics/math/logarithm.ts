/** The first 40 bits of ln 2, so that its product with an exponent is exact. */
export const LN2_HIGH = 0.6931471805592082
/** ln 2 − LN2_HIGH. */
export const LN2_LOW = 7.371002565167799e-13

/**
 * Computes the natural logarithm within 1 ulp, with the same bits on every engine; −∞ at 0, NaN below.
 * x = 2ᵉ·(1 + f) with 1 + f in [√½, √2); ln(1 + f) = 2 artanh(s), s = f / (2 + f), by its series.
 */
export function logarithm(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  const { fraction, exponent } = significand(x)
  const f = fraction - 1
  const s = f / (2 + f)
  const z = s * s
  const series = z * (2 / 3 + z * artanhTail(z))
  // 2s = f − f²/2 + s·f²/2: keeps the leading term f free of rounding.
  const half = 0.5 * f * f
  if (exponent === 0) return f - (half - s * (half + series))
  return exponent * LN2_HIGH - (half - (s * (half + series) + exponent * LN2_LOW) - f)
}

/** Computes (2 artanh(s) − 2s − 2s³/3) / s⁵ for z = s² ≤ 0.0295: 2/5 + 2z/7 + 2z²/9 + …. */
export function artanhTail(z: number): number {
  let series = 2 / 25
  series = series * z + 2 / 23
  series = series * z + 2 / 21
  series = series * z + 2 / 19
  series = series * z + 2 / 17
  series = series * z + 2 / 15
  series = series * z + 2 / 13
  series = series * z + 2 / 11
  series = series * z + 2 / 9
  series = series * z + 2 / 7
  series = series * z + 2 / 5
  return series
}

/** Eight bytes through which the bits of a double are read. */
const bits = new DataView(new ArrayBuffer(8))
const SQRT2 = Math.sqrt(2)

/** Splits x exactly into fraction·2^exponent with the fraction in [√½, √2); x is positive and finite. */
export function significand(x: number): { fraction: number; exponent: number } {
  let exponent = 0
  if (x < 2.2250738585072014e-308) {
    exponent = -54
    x *= 18014398509481984
  }
  bits.setFloat64(0, x)
  const high = bits.getInt32(0)
  exponent += (high >> 20) - 1023
  bits.setInt32(0, (high & 0xfffff) | 0x3ff00000)
  let fraction = bits.getFloat64(0)
  if (fraction >= SQRT2) {
    fraction *= 0.5
    exponent++
  }
  return { fraction, exponent }
}
