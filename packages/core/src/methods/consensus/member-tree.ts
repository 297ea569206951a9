import { assignToCentres } from '../../kmeans/assign-to-centres.ts'
import { clusterCentres } from '../../kmeans/cluster-centres.ts'
import { runKmeansJobs } from '../../kmeans/kmeans-jobs.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import { mapSteps } from '../../steps.ts'
import type { ClusterTree } from '../../tree/cluster-tree.ts'
import { chosenRows, chosenSamples } from './chosen-samples.ts'
import { fuseClusters } from './fuse-clusters.ts'
import { mergeHeights } from './merge-heights.ts'
import type { Search } from './search.ts'

/** Leaves of a tree for each cluster of the fit, at most, */
const DEPTH = 3
/** put together from so many pieces. */
const PIECES = 4
/** Samples that pieces are fitted to, at least and for each cluster. */
const FITTED = 5000
const FITTED_PER_CLUSTER = 400

/** count×count: the weight of the partitions that put two samples together, added up over all pairs of a sample of one group and one of another. */
export type CountPairs = (groups: Int32Array, count: number) => Matrix

/**
 * The tree of a partition. Down to one cluster, the two clusters that the members put together most often, on average over their samples, merge first. Upwards the features (n×d) split every cluster: k-means finds pieces,
 * and those of one cluster merge by Ward's rule. Ranks have their own rows of labels and features. O(n·k·d) and what the counts take.
 */
export function* memberTree(
  search: Search,
  labels: Int32Array,
  countPairs: CountPairs,
): Generator<Progress, ClusterTree> {
  const { clusters, communicator } = search
  const fine = yield* finePieces(search)
  const pieces = fine.count
  const pairs = new Float64Array(clusters * pieces)
  labels.forEach((label, i) => {
    pairs[label * pieces + fine.labels[i]]++
  })
  communicator.allReduceSum(pairs)
  const kept = Array.from(pairs.keys()).filter((pair) => pairs[pair] > 0)
  const number = new Int32Array(pairs.length)
  kept.forEach((pair, piece) => {
    number[pair] = piece
  })
  const own = labels.map((label, i) => number[label * pieces + fine.labels[i]])
  const clusterOf = kept.map((pair) => Math.floor(pair / pieces))
  const sizes = Float64Array.from(kept, (pair) => pairs[pair])
  const inside = mergeInside(clusterOf, sizes, featureSums(search, own, kept.length))

  const absorbed = Math.max(0, kept.length - DEPTH * clusters)
  const leafOf = leavesAfter(kept.length, inside.slice(0, absorbed))
  const leaves = own.map((piece) => leafOf[piece])
  const leafSizes = new Array<number>(kept.length - absorbed).fill(0)
  sizes.forEach((size, piece) => {
    leafSizes[leafOf[piece]] += size
  })
  const within = inside.slice(absorbed).map(([a, b]): [number, number] => [leafOf[a], leafOf[b]])
  return { leaves, leafSizes, merges: mergeHeights(countPairs(leaves, leafSizes.length), leafSizes, within) }
}

/** A fine partition of this rank's samples by the features. */
function* finePieces(search: Search): Generator<Progress, { labels: ArrayLike<number>; count: number }> {
  const { kernels, seen, clusters, random, twins, fitted } = search
  const most = Math.min(fitted, Math.max(FITTED, FITTED_PER_CLUSTER * clusters))
  const some = chosenRows(search, seen.features, chosenSamples({ ...search, fitted: most }))
  const count = Math.max(1, Math.min(PIECES * clusters, Math.floor(twins.length / 3)))
  const start = { restarts: 1, start: 'greedy', maxIterations: 30 } as const
  const job = { points: 0, clusters: count, random: random.split(11), ...start }
  const turn = { stage: 'tree', total: seen.features.rows }
  const [found] = yield* mapSteps(runKmeansJobs(kernels, [some], [job]), () => ({ ...turn, iteration: 0 }))
  const [{ centres }] = clusterCentres(kernels, some, [{ labels: found, clusters: count }])
  const assigning = assignToCentres(kernels, seen.features, [{ centres, first: 0 }])
  const [labels] = yield* mapSteps(assigning, (iteration) => ({ ...turn, iteration }))
  return { labels, count }
}

/** count×d: the features of the samples of each piece added up, of all ranks in the order of the samples. */
function featureSums({ seen: { features }, communicator }: Search, pieces: Int32Array, count: number): Matrix {
  const { columns, data } = features
  const sums = matrix(count, columns)
  sumInTurn(communicator, [sums.data], (all) => {
    for (let i = 0, p = 0; i < pieces.length; i++)
      for (let j = 0, q = pieces[i] * columns; j < columns; j++) all[q++] += data[p++]
  })
  return sums
}

/** The merges of pieces, each of a second into a first, until every cluster is whole: Ward's rule, never across clusters. */
function mergeInside(clusterOf: readonly number[], sizes: Float64Array, sums: Matrix): [number, number][] {
  const count = sizes.length
  const { columns, data } = sums
  const samples = sizes.slice()
  const ward = (a: number, b: number) => {
    if (clusterOf[a] !== clusterOf[b]) return Infinity
    let square = 0
    for (let j = 0; j < columns; j++) {
      const difference = data[a * columns + j] / samples[a] - data[b * columns + j] / samples[b]
      square += difference * difference
    }
    return (square * samples[a] * samples[b]) / (samples[a] + samples[b])
  }
  const distance = new Float64Array(count * count)
  for (let a = 1; a < count; a++)
    for (let b = 0; b < a; b++) distance[a * count + b] = distance[b * count + a] = ward(a, b)
  const merges: [number, number][] = []
  fuseClusters(distance, sizes, new Set(clusterOf).size, (a, b, others) => {
    merges.push([a, b])
    for (let j = 0; j < columns; j++) data[a * columns + j] += data[b * columns + j]
    samples[a] += samples[b]
    for (const c of others) distance[a * count + c] = distance[c * count + a] = ward(a, c)
  })
  return merges
}

/** The leaf of each piece, numbered in the order of the pieces, after some merges. */
function leavesAfter(pieces: number, merges: readonly (readonly [number, number])[]): Int32Array {
  const into = Int32Array.from({ length: pieces }, (_, piece) => piece)
  for (const [a, b] of merges)
    into.forEach((piece, p) => {
      if (piece === b) into[p] = a
    })
  const roots = [...new Set(into)].sort((a, b) => a - b)
  return into.map((root) => roots.indexOf(root))
}
