import type { Matrix } from '../numerics/linalg/matrix.ts'
import { deviations, median } from '../numerics/math/median.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { type EmbeddedClusters, embeddedClusters, embeddingTree } from '../tree/embedding-tree.ts'
import type { MethodResult } from './method.ts'

/** A result of several clusters with a tree and outlier scores: those of the method, or else what its embedding tells. */
export function addOutlierScores<F extends MethodResult>(
  found: F,
  embedding: Matrix,
  clusters: number,
  ranks: Ranks,
): F {
  const { labels, tree, outlierScores } = found
  const embedded = embeddedClusters(embedding, labels, clusters, ranks)
  return {
    ...found,
    tree: tree ?? embeddingTree(embedded, labels),
    outlierScores: outlierScores ?? embeddingOutliers(embedding, labels, embedded, ranks),
  }
}

/**
 * Outlier scores for methods that build no graphs: how far each sample lies from the centre of its cluster in the embedding (n×d), beside the median of the cluster, in deviations from the median of all. What only the views
 * together would show is not in it. Ranks get the scores of their own samples. O(n·(d + log n)).
 */
function embeddingOutliers(
  { rows, columns, data }: Matrix,
  labels: Int32Array,
  { centres, sizes }: EmbeddedClusters,
  ranks: Ranks,
): Float64Array {
  const distances = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let square = 0
    for (let j = 0; j < columns; j++) {
      const difference = data[i * columns + j] - centres.data[labels[i] * columns + j]
      square += difference * difference
    }
    distances[i] = Math.sqrt(square)
  }
  const allDistances = ranks.allGather(distances)
  const allLabels = ranks.allGather(labels)
  const groups = Array.from(sizes, (): number[] => [])
  allDistances.forEach((distance, i) => {
    groups[allLabels[i]].push(distance)
  })
  const usual = groups.map(median)
  const shares = allDistances.map((distance, i) => (usual[allLabels[i]] > 0 ? distance / usual[allLabels[i]] : 1))
  const { begin, end } = rowRange(ranks, rows)
  return deviations(shares).slice(begin, end)
}
