import type { Clustering } from '@manyview/core'
import type { StoredClustering } from './stored-clustering.ts'

/** The clustering that was stored, without its matrices. */
export function clusteringOf({ record, ids, labels, confidence, ...rest }: StoredClustering): Clustering {
  const { method, clusters, seed, options, samples, iterations, converged, viewWeights, history, warnings } = record
  const { choice = null } = record
  return {
    method,
    clusters,
    seed,
    options,
    ids: ids ?? Array.from({ length: samples }, (_, i) => String(i)),
    seconds: 0,
    labels,
    memberships: null,
    confidence,
    embedding: null,
    viewWeights,
    iterations,
    converged,
    history: { objective: [...history.objective], change: [...history.change] },
    warnings: [...warnings],
    details: {},
    choice,
    ...(rest.tree ? { tree: rest.tree } : {}),
    ...(rest.outlierScores ? { outlierScores: rest.outlierScores } : {}),
    ...(rest.outliers ? { outliers: rest.outliers } : {}),
    ...(record.duplicates ? { duplicates: [...record.duplicates] } : {}),
  }
}
