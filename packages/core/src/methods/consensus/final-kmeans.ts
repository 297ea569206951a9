import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { repeatedKmeans } from '../../kmeans/repeated-kmeans.ts'
import { type Matrix, transpose } from '../../linalg/matrix.ts'
import { pivotedQr } from '../../linalg/pivoted-qr.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'

/**
 * Labels by k-means with 10 greedy starts and one at the k rows that span the embedding (n×p) best, the pivots of a QR of its transpose;
 * the lowest squared error wins, the first of equal ones. O(n·k·p) a step.
 */
export function* finalKmeans(
  kernels: Kernels,
  embedding: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array> {
  const pivots = clusters <= embedding.columns ? pivotedQr(transpose(embedding), clusters).pivots : null
  const starts = pivots ? [takeRows(embedding, pivots.subarray(0, clusters))] : []
  const options = { clusters, random, restarts: 10, start: 'greedy' as const, starts, stage: 'consensus' }
  return (yield* repeatedKmeans(kernels, embedding, options)).labels
}
