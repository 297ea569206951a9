import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'

/** The connected parts of a sparse graph. */
export interface GraphComponents {
  /** Part of each node, counted from 0 in the order of first appearance. */
  labels: Int32Array
  /** Nodes in each part. */
  sizes: number[]
}

/** Parts of the undirected graph whose edges are the non-zero entries of a symmetric n×n matrix. O(non-zeros). */
export function graphComponents({ rows, pointers, indices, values }: SparseMatrix): GraphComponents {
  const labels = new Int32Array(rows).fill(-1)
  const sizes: number[] = []
  const queue = new Uint32Array(rows)
  for (let first = 0; first < rows; first++) {
    if (labels[first] >= 0) continue
    let end = 1
    queue[0] = first
    labels[first] = sizes.length
    // Where all are found there is nothing more to see.
    for (let next = 0; next < end && end < rows; next++)
      for (let p = pointers[queue[next]]; p < pointers[queue[next] + 1]; p++) {
        const other = indices[p]
        if (labels[other] >= 0 || values[p] === 0) continue
        labels[other] = sizes.length
        queue[end++] = other
      }
    sizes.push(end)
  }
  return { labels, sizes }
}
