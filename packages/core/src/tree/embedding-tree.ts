import { fuseClusters } from '../numerics/kmeans/fuse-clusters.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { ClusterTree, Merge } from './cluster-tree.ts'

/** Where the clusters of a method lie in its own embedding; over ranks, of the samples of all. */
export interface EmbeddedClusters {
  /** clusters × columns; zero for an empty one. */
  centres: Matrix
  sizes: Float64Array
}

/** Centres and sizes of clusters, added up in the order of the samples of all ranks. O(n·d). */
export function embeddedClusters(
  { rows, columns, data }: Matrix,
  labels: Int32Array,
  clusters: number,
  ranks: Ranks,
): EmbeddedClusters {
  const centres = matrix(clusters, columns)
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  ranks.allReduceSum(sizes)
  orderedSum(ranks, [centres.data], (sums) => {
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) sums[labels[i] * columns + j] += data[i * columns + j]
  })
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < columns; j++) centres.data[c * columns + j] /= Math.max(sizes[c], 1)
  return { centres, sizes }
}

/**
 * A tree for methods that keep no ensemble: their clusters merge by Ward's rule on the centres in the embedding. Height is the root of what a merge costs beside the last one; a cluster has no parts. Ranks have their own
 * labels. O(clusters² · d) in general.
 */
export function embeddingTree({ centres, sizes }: EmbeddedClusters, labels: Int32Array): ClusterTree {
  const nonEmpty = Array.from(sizes.keys()).filter((c) => sizes[c] > 0)
  const leafOf = new Map(nonEmpty.map((cluster, leaf) => [cluster, leaf]))
  const count = nonEmpty.length
  const { columns } = centres
  const places = nonEmpty.map((c) => centres.data.slice(c * columns, (c + 1) * columns))
  const weights = Float64Array.from(nonEmpty, (c) => sizes[c])
  const nodes = Array.from(nonEmpty.keys())
  const cost = (a: number, b: number) => {
    let square = 0
    for (let j = 0; j < columns; j++) {
      const difference = places[a][j] - places[b][j]
      square += difference * difference
    }
    return (square * weights[a] * weights[b]) / (weights[a] + weights[b])
  }
  const distance = new Float64Array(count * count)
  for (let a = 1; a < count; a++)
    for (let b = 0; b < a; b++) distance[a * count + b] = distance[b * count + a] = cost(a, b)
  const merges: Merge[] = []
  let highest = 0
  fuseClusters(distance, weights.slice(), 1, (a, b, others) => {
    const near = distance[a * count + b]
    const next = Math.min(...others.map((c) => Math.min(distance[a * count + c], distance[b * count + c])))
    highest = Math.max(highest, Math.sqrt(near))
    merges.push({ first: nodes[a], second: nodes[b], height: highest, support: supportOf(near, next) })
    nodes[a] = count + merges.length - 1
    const total = weights[a] + weights[b]
    for (let j = 0; j < columns; j++) places[a][j] = (places[a][j] * weights[a] + places[b][j] * weights[b]) / total
    weights[a] = total
    for (const c of others) distance[a * count + c] = distance[c * count + a] = cost(a, c)
  })
  return {
    leaves: labels.map((label) => leafOf.get(label)!),
    leafSizes: nonEmpty.map((c) => sizes[c]),
    merges: merges.map((merge) => ({ ...merge, height: highest > 0 ? merge.height / highest : 0 })),
  }
}

/** By how much the two sides are closer to each other than to any other; the last two have no other. */
function supportOf(near: number, next: number): number {
  if (next === Infinity) return 1
  return next > 0 ? Math.max(0, 1 - Math.sqrt(near / next)) : 0
}
