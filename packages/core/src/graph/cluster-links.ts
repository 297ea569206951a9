import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/** k×k: the weight of the links between the clusters of a graph (n×n), and within them on the diagonal. Where only some rows of the graph are given, `own` are the labels of those. O(links + k²). */
export function clusterLinks(
  graph: SparseMatrix,
  labels: ArrayLike<number>,
  clusters: number,
  own: ArrayLike<number> = labels,
): Matrix {
  const links = matrix(clusters, clusters)
  for (let i = 0; i < graph.rows; i++) {
    const row = own[i] * clusters
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      links.data[row + labels[graph.indices[p]]] += graph.values[p]
  }
  return links
}
