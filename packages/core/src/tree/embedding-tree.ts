import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { ClusterTree } from './cluster-tree.ts'
import { wardTree } from './ward-tree.ts'

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

/** A tree for methods without graphs: their clusters merge by Ward's rule on the centres in the embedding, and have no parts. Ranks have their own labels. O(clusters² · d). */
export function embeddingTree({ centres, sizes }: EmbeddedClusters, labels: Int32Array): ClusterTree {
  const nonEmpty = Array.from(sizes.keys()).filter((c) => sizes[c] > 0)
  const leafOf = new Map(nonEmpty.map((cluster, leaf) => [cluster, leaf]))
  const sums = takeRows(centres, nonEmpty)
  const counts = Float64Array.from(nonEmpty, (c) => sizes[c])
  const { leafSizes, merges } = wardTree(
    {
      clusterOf: nonEmpty,
      sizes: counts,
      sums: { ...sums, data: sums.data.map((mean, p) => mean * counts[Math.floor(p / sums.columns)]) },
    },
    nonEmpty.length,
  )
  return { leaves: labels.map((label) => leafOf.get(label)!), leafSizes, merges }
}
