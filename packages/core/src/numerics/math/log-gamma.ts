import { logarithm } from './logarithm.ts'

const HALF_LOG_TWO_PI = 0.9189385332046728
/** B(2k) / (2k·(2k − 1)) for k = 1, 2, …: Stirling's series. */
const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]
/** From here on seven terms leave less than rounding does. */
const LARGE = 15

/** ln Γ(x) for x > 0, the same on every engine: Stirling's series at x + m ≥ 15, less the logarithm of x·(x + 1)···(x + m − 1). */
export function logGamma(x: number): number {
  let [large, product] = [x, 1]
  for (; large < LARGE; large++) product *= large
  const inverse = 1 / large
  const square = inverse * inverse
  const tail = SERIES.reduceRight((sum, term) => sum * square + term, 0) * inverse
  return (large - 0.5) * logarithm(large) - large + HALF_LOG_TWO_PI + tail - logarithm(product)
}
