import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { embeddedClusters, embeddingTree } from '../tree/embedding-tree.ts'
import { embeddingOutliers } from './embedding-outliers.ts'
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
