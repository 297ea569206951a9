import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/**
 * k×k: the weight of the links between the clusters of a graph (n×n), and within them on the diagonal. A rank that has its own rows of the graph says with `first` where they begin among the n samples,
 * to which the labels belong, and gets the links of those rows. O(links + k²).
 */
export function clusterLinks(graph: SparseMatrix, labels: ArrayLike<number>, clusters: number, first = 0): Matrix {
  const links = matrix(clusters, clusters)
  for (let i = 0; i < graph.rows; i++) {
    const row = labels[first + i] * clusters
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      links.data[row + labels[graph.indices[p]]] += graph.values[p]
  }
  return links
}
