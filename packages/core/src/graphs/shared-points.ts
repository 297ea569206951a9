import { type Matrix, squaredNorm } from '../numerics/linalg/matrix.ts'
import { operatorOf } from '../numerics/linalg/operator-over-ranks.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { SharedPoints } from './shared-distance.ts'

/**
 * Points for `sharedDistance` whose views also count by the root of their `effectiveDimensions`. In a view of few dimensions unrelated points are often close, and pairs that share little else would
 * look closest of all: inner products of unrelated unit rows have a spread of 1/√D. Ranks give their own rows (own×r_v) and get the same weights. O(n·Σ r_v²).
 */
export function sharedPoints(kernels: Kernels, { blocks, present, weights }: SharedPoints, ranks: Ranks): SharedPoints {
  const counts = weights.map((weight, v) => weight * Math.sqrt(effectiveDimensions(kernels, blocks[v], ranks)))
  return { blocks, present, weights: counts }
}

/** How many directions rows (n×r) spread over, those of points that lack the view being zero: D = (Σ λ)² / Σ λ² of the eigenvalues λ of XᵀX, r where they are all the same. At least 1. */
export function effectiveDimensions(kernels: Kernels, rows: Matrix, ranks: Ranks): number {
  const mark = kernels.mark()
  const { data } = operatorOf(ranks, kernels, rows).transposeMultiply(rows)
  kernels.release(mark)
  let sum = 0
  for (let p = 0; p < data.length; p += rows.columns + 1) sum += data[p]
  return (sum * sum) / squaredNorm(data) || 1
}
