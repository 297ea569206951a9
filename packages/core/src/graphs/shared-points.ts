import { type Matrix, squaredNorm } from '../numerics/linalg/matrix.ts'

import { operatorOf } from '../numerics/linalg/operator-over-ranks.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'

/** Points of which each view shows a block, where it has it. */
export interface SharedPoints {
  /** n×r_v scores of each view, rows of mean squared length 1, zero where absent. */
  blocks: readonly Matrix[]
  /** For each view 1 where a sample has it. */
  present: readonly Uint8Array[]
  /** How much each view counts. */
  weights: readonly number[]
}

/** Squared distance of two unrelated points in one view: rows of unit length about a mean of zero. */
export const UNRELATED = 2

/** The weight of one more view in which every two points are unrelated: the mean of the weights. */
export function pseudoCount(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length
}

/**
 * Squared distance of points i and j by the views v that both have: (Σ w_v·d²_v + 2·p) / (Σ w_v + p), with the pseudo-count p. Without p pairs that share a single
 * view by chance look closest of all. Infinity where no view is shared. O(r).
 */
export function sharedDistance({ blocks, present, weights }: SharedPoints, i: number, j: number): number {
  const pseudo = pseudoCount(weights)
  let sum = UNRELATED * pseudo
  let total = pseudo
  for (let v = 0; v < blocks.length; v++) {
    if (!present[v][i] || !present[v][j]) continue
    const { columns, data } = blocks[v]
    let square = 0
    for (let c = 0; c < columns; c++) {
      const difference = data[i * columns + c] - data[j * columns + c]
      square += difference * difference
    }
    sum += weights[v] * square
    total += weights[v]
  }
  return total > pseudo ? sum / total : Infinity
}

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
