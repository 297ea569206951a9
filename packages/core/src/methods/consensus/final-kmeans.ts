import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { repeatedKmeans } from '../../kmeans/repeated-kmeans.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import { spanningRows } from '../../linalg/spanning-rows.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'

/**
 * Labels by k-means with 10 greedy starts and one at the k rows that span the embedding (n×p) best; the lowest squared error wins, the first of equal ones. O(n·k·p) a step.
 */
export function* finalKmeans(
  kernels: Kernels,
  embedding: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array> {
  const starts = clusters <= embedding.columns ? [takeRows(embedding, spanningRows(embedding, clusters))] : []
  const options = { clusters, random, restarts: 10, start: 'greedy' as const, starts, stage: 'consensus' }
  return (yield* repeatedKmeans(kernels, embedding, options)).labels
}
