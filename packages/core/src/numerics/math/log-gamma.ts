import { logarithm } from './logarithm.ts'

/** ln √(2π). */
const HALF_LOG_TWO_PI = 0.9189385332046728
/** Coefficients of Stirling's series: B(2k) / (2k·(2k − 1)) for k = 1, 2, …. */
const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]
/** Argument from which on seven terms of the series leave less than rounding does. */
const LARGE = 15

/** Computes ln Γ(x) for x > 0, with the same bits on every engine: Stirling's series at x + m ≥ 15, minus the logarithm of x·(x + 1)···(x + m − 1). */
export function logGamma(x: number): number {
  let [large, product] = [x, 1]
  for (; large < LARGE; large++) product *= large
  const inverse = 1 / large
  const square = inverse * inverse
  const tail = SERIES.reduceRight((sum, term) => sum * square + term, 0) * inverse
  return (large - 0.5) * logarithm(large) - large + HALF_LOG_TWO_PI + tail - logarithm(product)
}
