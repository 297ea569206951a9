import type { Matrix } from '../numerics/linalg/matrix.ts'

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
