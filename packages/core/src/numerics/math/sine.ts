import { reduceAngle } from './reduce-angle.ts'

/** sin x for x in radians, within 1 ulp and the same on every engine; NaN for ±∞. */
export function sine(x: number): number {
  // Also keeps −0.
  if (Math.abs(x) < 1e-8) return x
  return sineTurned(x, 0)
}

/** sin(x + quarters·π/2): sine and cosine are one function of the quadrant. */
export function sineTurned(x: number, quarters: number): number {
  if (!(Math.abs(x) < Number.POSITIVE_INFINITY)) return Number.NaN
  const { quadrant, high, low } = reduceAngle(x)
  const place = (quadrant + quarters) & 3
  const value = place & 1 ? smallCosine(high, low) : smallSine(high, low)
  return place & 2 ? -value : value
}

/** sin(x + low) for |x| ≤ π/4 by its Taylor series. */
function smallSine(x: number, low: number): number {
  const z = x * x
  let series = -1 / 121645100408832000
  series = series * z + 1 / 355687428096000
  series = series * z - 1 / 1307674368000
  series = series * z + 1 / 6227020800
  series = series * z - 1 / 39916800
  series = series * z + 1 / 362880
  series = series * z - 1 / 5040
  series = series * z + 1 / 120
  series = series * z - 1 / 6
  return x + (low * (1 - z / 2) + x * z * series)
}

/** cos(x + low) for |x| ≤ π/4 by its Taylor series. */
function smallCosine(x: number, low: number): number {
  const z = x * x
  let series = -1 / 6402373705728000
  series = series * z + 1 / 20922789888000
  series = series * z - 1 / 87178291200
  series = series * z + 1 / 479001600
  series = series * z - 1 / 3628800
  series = series * z + 1 / 40320
  series = series * z - 1 / 720
  series = series * z + 1 / 24
  // 1 − z/2 rounds; what it loses goes back into the small terms.
  const half = z / 2
  const high = 1 - half
  return high + (1 - high - half + (z * z * series - x * low))
}
