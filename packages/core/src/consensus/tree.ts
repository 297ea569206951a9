import { assignToCentres } from '../numerics/kmeans/assign-to-centres.ts'
import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import { fuseClusters } from '../numerics/kmeans/fuse-clusters.ts'
import { runKmeansJobs } from '../numerics/kmeans/kmeans-jobs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { mapProgress } from '../runtime/steps.ts'
import type { ClusterTree, Merge } from '../tree/cluster-tree.ts'
import { type FittedSamples, fittedRows, rowsAt } from './fitted-samples.ts'
import type { Voters } from './vote.ts'

/** Leaves per cluster of the fit, at most. */
const DEPTH = 3
/** K-means pieces per cluster, from which the tree inside the clusters is built. */
const PIECES = 4

/** Gives (count×count) the weight of the partitions that put two samples together, added up over all pairs of a sample of one group and one of another. */
export type CountPairs = (groups: Int32Array, count: number) => Matrix

/**
 * The tree of a partition. Down to one cluster, the two clusters that the members put together most often, on average over their samples, merge first. Upwards the features (n×d) split every cluster: k-means finds pieces,
 * and those of one cluster merge by Ward's rule. O(n·k·d) and what the counts take.
 */
export function* clusterTree(
  rt: Runtime,
  samples: Samples,
  features: Matrix,
  labels: Int32Array,
  clusters: number,
  fitted: FittedSamples,
  countPairs: CountPairs,
): Generator<Progress, ClusterTree> {
  const fine = yield* finePieces(rt, samples, features, clusters, fitted)
  const pieces = fine.count
  const pairs = new Float64Array(clusters * pieces)
  labels.forEach((label, i) => {
    pairs[label * pieces + fine.labels[i]]++
  })
  samples.addCounts(pairs)
  const nonEmpty = Array.from(pairs.keys()).filter((pair) => pairs[pair] > 0)
  const number = new Int32Array(pairs.length)
  nonEmpty.forEach((pair, piece) => {
    number[pair] = piece
  })
  const pieceOf = labels.map((label, i) => number[label * pieces + fine.labels[i]])
  const clusterOf = nonEmpty.map((pair) => Math.floor(pair / pieces))
  const sizes = Float64Array.from(nonEmpty, (pair) => pairs[pair])
  const inside = mergeInside(clusterOf, sizes, featureSums(samples, features, pieceOf, nonEmpty.length))

  const absorbed = Math.max(0, nonEmpty.length - DEPTH * clusters)
  const leafOf = leavesAfter(nonEmpty.length, inside.slice(0, absorbed))
  const leaves = pieceOf.map((piece) => leafOf[piece])
  const leafSizes = new Array<number>(nonEmpty.length - absorbed).fill(0)
  sizes.forEach((size, piece) => {
    leafSizes[leafOf[piece]] += size
  })
  const within = inside.slice(absorbed).map(([a, b]): [number, number] => [leafOf[a], leafOf[b]])
  return { leaves, leafSizes, merges: mergeHeights(countPairs(leaves, leafSizes.length), leafSizes, within) }
}

/** A fine partition of the samples held here by the features. */
function* finePieces(
  rt: Runtime,
  samples: Samples,
  features: Matrix,
  clusters: number,
  fitted: FittedSamples,
): Generator<Progress, { labels: ArrayLike<number>; count: number }> {
  const { kernels } = rt
  const fittedFeatures = fittedRows(samples, fitted, rowsAt(features, fitted.own))
  const count = Math.max(1, Math.min(PIECES * clusters, Math.floor(samples.total / 3)))
  const start = { restarts: 1, start: 'greedy' } as const
  const job = { points: 0, clusters: count, random: rt.random('tree'), ...start }
  const turn = { stage: 'tree', total: features.rows }
  const [found] = yield* mapProgress(runKmeansJobs(kernels, [fittedFeatures], [job]), () => ({ ...turn, iteration: 0 }))
  const [{ centres }] = clusterCentres(kernels, fittedFeatures, [{ labels: found, clusters: count }])
  const assigning = assignToCentres(rt, features, [{ centres, first: 0 }])
  const [labels] = yield* mapProgress(assigning, (iteration) => ({ ...turn, iteration }))
  return { labels, count }
}

/** count×d: the features of the samples of each piece added up, in the order of the samples. */
function featureSums(samples: Samples, features: Matrix, pieces: Int32Array, count: number): Matrix {
  const { columns, data } = features
  const sums = matrix(count, columns)
  samples.sum([sums.data], (all) => {
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

/**
 * The merges of a tree over leaves, of which `within` (a leaf's node into another's) come first, in this order; then the two nodes merge that the ensemble puts together most often. `pairs` (leaves×leaves) has the weight of
 * the partitions that put a sample of one leaf together with one of the other, added up over all pairs of samples. O(leaves³) at most, O(leaves²) in general.
 */
export function mergeHeights(
  pairs: Matrix,
  leafSizes: readonly number[],
  within: readonly (readonly [number, number])[],
): Merge[] {
  const count = leafSizes.length
  const sums = pairs.data.slice()
  const sizes = leafSizes.slice()
  const nodes = Array.from(sizes.keys())
  const heights = new Float64Array(count)
  const alive = new Set(nodes)
  const merges: Merge[] = []
  const together = (a: number, b: number) => sums[a * count + b] / (sizes[a] * sizes[b])
  // Beside how often samples of one node are together: 1 where nothing tells the two nodes apart.
  const likeness = (a: number, b: number) => {
    const alone = Math.sqrt(together(a, a) * together(b, b))
    return alone > 0 ? Math.min(1, together(a, b) / alone) : 0
  }
  const merge = (a: number, b: number) => {
    alive.delete(b)
    const near = likeness(a, b)
    let next = 0
    for (const c of alive) if (c !== a) next = Math.max(next, likeness(a, c), likeness(b, c))
    heights[a] = Math.max(1 - Math.sqrt(near), heights[a], heights[b])
    const support = near > 0 ? Math.max(0, 1 - next / near) : 0
    merges.push({ first: nodes[a], second: nodes[b], height: heights[a], support })
    nodes[a] = count + merges.length - 1
    sizes[a] += sizes[b]
    for (let c = 0; c < count; c++) sums[a * count + c] += sums[b * count + c]
    for (let c = 0; c < count; c++) sums[c * count + a] += sums[c * count + b]
  }
  for (const [a, b] of within) merge(a, b)
  let highest = 0

  const distance = new Float64Array(count * count)
  for (const a of alive) for (const b of alive) distance[a * count + b] = -together(a, b)
  const exists = Uint8Array.from({ length: count }, (_, leaf) => Number(alive.has(leaf)))
  fuseClusters(distance, exists, 1, (a, b, others) => {
    merge(a, b)
    // A later merge never lies lower, so that a line across the tree is a cut.
    highest = heights[a] = merges.at(-1)!.height = Math.max(highest, heights[a])
    for (const c of others) distance[a * count + c] = distance[c * count + a] = -together(a, c)
  })
  return merges
}

/** Counts how often weighed partitions put samples of two groups together. O(members · (n + groups²)). */
export function pairsInMembers(samples: Samples, { members, weights }: Voters): CountPairs {
  return (groups, count) => {
    const pairs = matrix(count, count)
    members.forEach(({ labels, clusters }, b) => {
      const sizes = new Float64Array(clusters * count)
      for (let i = 0; i < groups.length; i++) sizes[labels[i] * count + groups[i]]++
      samples.addCounts(sizes)
      for (let c = 0; c < clusters; c++) addProductInto(pairs, sizes.subarray(c * count, (c + 1) * count), weights[b])
    })
    return pairs
  }
}

/** Counts pairs by memberships (n×k), where there is one partition only: two samples are together as far as they belong to the same clusters. O(n·k + groups²·k). */
export function pairsInMemberships(samples: Samples, { columns, data }: Matrix): CountPairs {
  return (groups, count) => {
    const pairs = matrix(count, count)
    const sums = Array.from({ length: columns }, () => new Float64Array(count))
    samples.sum(sums, (column, j) => {
      groups.forEach((group, i) => {
        column[group] += data[i * columns + j]
      })
    })
    for (const column of sums) addProductInto(pairs, column, 1)
    return pairs
  }
}

/** Adds weight · sizes · sizesᵀ. */
function addProductInto({ columns, data }: Matrix, sizes: Float64Array, weight: number): void {
  const there = Array.from(sizes.keys()).filter((group) => sizes[group] > 0)
  for (const a of there) for (const b of there) data[a * columns + b] += weight * sizes[a] * sizes[b]
}
