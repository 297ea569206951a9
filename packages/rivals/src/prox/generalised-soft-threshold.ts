import { power } from '@manyview/core/numerics'

const SWEEPS = 4

/**
 * Shrinks a singular value `s` ≥ 0 for the Schatten-p norm: min over t ≥ 0 of ½(t − s)² + threshold·tᵖ, 0 < p ≤ 1. Values up to a cut-off become exactly 0,
 * the others follow four fixed-point steps t ← s − threshold·p·tᵖ⁻¹; p = 1 is the soft threshold. Source: Zuo et al., ICCV 2013.
 */
export function generalisedSoftThreshold(s: number, threshold: number, p: number): number {
  if (p === 1) return Math.max(s - threshold, 0)
  const base = 2 * threshold * (1 - p)
  const cutOff = base === 0 ? 0 : power(base, 1 / (2 - p)) + p * threshold * power(base, (p - 1) / (2 - p))
  if (s <= cutOff) return 0
  let t = s
  for (let sweep = 0; sweep < SWEEPS; sweep++) t = s - p * threshold * power(t, p - 1)
  return t
}
