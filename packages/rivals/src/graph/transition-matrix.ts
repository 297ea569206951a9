import type { Matrix, Progress } from '@manyview/core'
import { exponential, matrix, squaredDistanceSteps } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { sortedEntryInto } from '../linalg/upper-median.ts'

/** A random walk among samples. */
export interface TransitionMatrix {
  /** n×n, every row sums to 1. */
  matrix: Matrix
  /** Width of the Gaussian: the median of all n² distances, those of samples to themselves included. */
  sigma: number
}

/**
 * Random walk on the Gaussian similarities exp(−‖x − y‖²/(2σ²)) of the rows of `a` (n×d). Where σ is 0 (mostly duplicates) the walk stays among equal samples.
 * Yields within. O(n²·d), memory 2.5·n².
 */
export function* transitionMatrix(kernels: Kernels, a: Matrix): Generator<Progress, TransitionMatrix> {
  const distances = yield* squaredDistanceSteps(kernels, a)
  const n = distances.rows
  yield { stage: 'distances', iteration: 1, total: 1 }
  const sigma = medianDistance(distances)
  yield { stage: 'random walk', iteration: 0, total: n }
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let p = i * n; p < (i + 1) * n; p++) {
      const square = distances.data[p]
      result.data[p] = square === 0 ? 1 : sigma === 0 ? 0 : exponential(-square / (2 * sigma * sigma))
      sum += result.data[p]
    }
    for (let p = i * n; p < (i + 1) * n; p++) result.data[p] /= sum
    if (i % 256 === 0) yield { stage: 'random walk', iteration: i, total: n }
  }
  return { matrix: result, sigma }
}

/** Median of the square roots of all entries of a symmetric matrix with zero diagonal. */
function medianDistance({ rows: n, data }: Matrix): number {
  const above = new Float64Array((n * (n - 1)) / 2)
  for (let i = 0, p = 0; i < n; i++) for (let j = i + 1; j < n; j++) above[p++] = data[i * n + j]
  // In the sorted list of all entries the n zeros of the diagonal come first, then each of these twice.
  const entry = (rank: number) => (rank < n ? 0 : Math.sqrt(sortedEntryInto(above, (rank - n) >> 1)))
  const middle = Math.floor((n * n) / 2)
  return (n * n) % 2 === 1 ? entry(middle) : (entry(middle - 1) + entry(middle)) / 2
}
