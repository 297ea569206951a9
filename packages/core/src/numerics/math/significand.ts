const bits = new DataView(new ArrayBuffer(8))
const SQRT2 = Math.sqrt(2)

/** x = fraction·2^exponent with fraction in [√½, √2), exactly; x is positive and finite. */
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
