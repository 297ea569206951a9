import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/**
 * How far the links of a graph (n×n, symmetric) stay inside the clusters beyond what the same degrees would give by chance: 0 as by chance, towards 1 for many
 * separate clusters. It falls when a cluster is split and when two are merged. O(links). Source: Newman and Girvan, 2004.
 */
export function modularity(graph: SparseMatrix, labels: Int32Array, clusters: number): number {
  const degrees = new Float64Array(clusters)
  let inside = 0
  let all = 0
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
      const weight = graph.values[p]
      all += weight
      degrees[labels[i]] += weight
      if (labels[i] === labels[graph.indices[p]]) inside += weight
    }
  if (all === 0) return 0
  let chance = 0
  for (const degree of degrees) chance += (degree / all) * (degree / all)
  return inside / all - chance
}
