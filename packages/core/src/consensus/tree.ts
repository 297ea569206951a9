import { assignToCentres } from '../numerics/kmeans/assign-to-centres.ts'
import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import { runKmeansJobs } from '../numerics/kmeans/kmeans-jobs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { mapProgress } from '../runtime/steps.ts'
import type { ClusterTree } from '../tree/cluster-tree.ts'
import { wardTree } from '../tree/ward-tree.ts'
import { type FittedSamples, fittedRows, rowsAt } from './fitted-samples.ts'

/** Leaves per cluster of the fit, at most. */
const DEPTH = 3
/** K-means pieces per cluster, from which the tree inside the clusters is built. */
const PIECES = 4
/** Numbers of an embedding that a tree keeps at most: 20 MB in single precision. */
const MOST_NUMBERS = 5_000_000

/**
 * The tree of a partition in an embedding of the samples (n×d): k-means finds pieces, which Ward's rule merges, first inside the clusters of the partition, then the clusters. With `keeps` the tree holds the embedding for
 * later cuts, unless it is too large. O(n·k·d).
 */
export function* clusterTree(
  rt: Runtime,
  samples: Samples,
  embedding: Matrix,
  { labels, clusters }: { labels: Int32Array; clusters: number },
  fitted: FittedSamples,
  keeps: boolean,
): Generator<Progress, ClusterTree> {
  const points = keeps ? { ...embedding, data: Float64Array.from(Float32Array.from(embedding.data)) } : embedding
  const fine = yield* finePieces(rt, samples, points, clusters, fitted)
  const pairs = new Float64Array(clusters * fine.count)
  labels.forEach((label, i) => {
    pairs[label * fine.count + fine.labels[i]]++
  })
  samples.addCounts(pairs)
  const nonEmpty = Array.from(pairs.keys()).filter((pair) => pairs[pair] > 0)
  const number = new Int32Array(pairs.length)
  nonEmpty.forEach((pair, piece) => {
    number[pair] = piece
  })
  const pieceOf = labels.map((label, i) => number[label * fine.count + fine.labels[i]])
  const pieces = {
    clusterOf: nonEmpty.map((pair) => Math.floor(pair / fine.count)),
    sizes: Float64Array.from(nonEmpty, (pair) => pairs[pair]),
    sums: sumsByPiece(samples, points, pieceOf, nonEmpty.length),
  }
  const { leafOf, ...tree } = wardTree(pieces, DEPTH * clusters)
  const isSmall = samples.total * points.columns <= MOST_NUMBERS
  return { leaves: pieceOf.map((piece) => leafOf[piece]), ...tree, ...(keeps && isSmall ? { embedding: points } : {}) }
}

/** A fine partition of the samples held here. */
function* finePieces(
  rt: Runtime,
  samples: Samples,
  points: Matrix,
  clusters: number,
  fitted: FittedSamples,
): Generator<Progress, { labels: ArrayLike<number>; count: number }> {
  const { kernels } = rt
  const fittedPoints = fittedRows(samples, fitted, rowsAt(points, fitted.own))
  const count = Math.max(1, Math.min(PIECES * clusters, Math.floor(samples.total / 3)))
  const start = { restarts: 1, start: 'greedy' } as const
  const job = { points: 0, clusters: count, random: rt.random('tree'), ...start }
  const turn = { stage: 'tree', total: points.rows }
  const jobs = runKmeansJobs(kernels, [fittedPoints], [job])
  const [partition] = yield* mapProgress(jobs, () => ({ ...turn, iteration: 0 }))
  const [{ centres }] = clusterCentres(kernels, fittedPoints, [{ labels: partition, clusters: count }])
  const assigning = assignToCentres(rt, points, [{ centres, first: 0 }])
  const [labels] = yield* mapProgress(assigning, (iteration) => ({ ...turn, iteration }))
  return { labels, count }
}

/** count×d: the rows of the samples of each piece added up, in the order of the samples. */
function sumsByPiece(samples: Samples, points: Matrix, pieces: Int32Array, count: number): Matrix {
  const { columns, data } = points
  const sums = matrix(count, columns)
  samples.sum([sums.data], (all) => {
    for (let i = 0, p = 0; i < pieces.length; i++)
      for (let j = 0, q = pieces[i] * columns; j < columns; j++) all[q++] += data[p++]
  })
  return sums
}
