import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { kmeans } from '../../kmeans/kmeans.ts'
import type { KmeansResult } from '../../kmeans/kmeans-options.ts'
import { type Matrix, transpose } from '../../linalg/matrix.ts'
import { pivotedQr } from '../../linalg/pivoted-qr.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'

const STARTS = 10

/**
 * Labels by k-means with 10 greedy starts and one at the k rows that span the embedding (n×p) best, the pivots of a QR of its transpose;
 * the lowest squared error wins, the first of equal ones. Yields after every start. O(n·k·p) a step.
 */
export function* finalKmeans(
  kernels: Kernels,
  embedding: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array> {
  const pivots = clusters <= embedding.columns ? pivotedQr(transpose(embedding), clusters).pivots : null
  const starts = pivots ? [takeRows(embedding, pivots.subarray(0, clusters))] : []
  let best: KmeansResult | undefined
  for (let run = 0; run < STARTS + starts.length; run++) {
    const start = run < STARTS ? { restarts: 1, start: 'greedy' as const } : { restarts: 0, starts }
    const result = kmeans(kernels, embedding, { clusters, random: random.split(run), maxIterations: 100, ...start })
    if (!best || result.squaredError < best.squaredError) best = result
    yield { stage: 'consensus', iteration: run + 1, total: STARTS + starts.length }
  }
  return best!.labels
}
