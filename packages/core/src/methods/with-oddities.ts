import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Communicator } from '../runtime/ranks/communicator.ts'
import { embeddedClusters, embeddingTree } from '../tree/embedding-tree.ts'
import { embeddingOutliers } from './embedding-outliers.ts'
import type { MethodResult } from './method.ts'

/** A result of several clusters with a tree and outlier scores: those of the method, or else what its embedding tells. */
export function withOddities<F extends MethodResult>(
  found: F,
  embedding: Matrix,
  clusters: number,
  communicator: Communicator,
): F {
  const { labels, tree, outlierScores } = found
  const embedded = embeddedClusters(embedding, labels, clusters, communicator)
  return {
    ...found,
    tree: tree ?? embeddingTree(embedded, labels),
    outlierScores: outlierScores ?? embeddingOutliers(embedding, labels, embedded, communicator),
  }
}
