import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/** Σ weights[g] · graphs[g] of sparse matrices of one size, columns ascending. O(non-zeros). */
export function sumGraphs(graphs: readonly SparseMatrix[], weights: readonly number[]): SparseMatrix {
  const [{ rows, columns }] = graphs
  const most = graphs.reduce((sum, graph) => sum + graph.indices.length, 0)
  const pointers = new Uint32Array(rows + 1)
  const indices = new Uint32Array(most)
  const values = new Float64Array(most)
  const row = new Float64Array(columns)
  const touched = new Uint8Array(columns)
  let next = 0
  for (let i = 0; i < rows; i++) {
    const begin = next
    graphs.forEach((graph, g) => {
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
        const j = graph.indices[p]
        if (!touched[j]) {
          touched[j] = 1
          indices[next++] = j
        }
        row[j] += weights[g] * graph.values[p]
      }
    })
    indices.subarray(begin, next).sort()
    for (let p = begin; p < next; p++) {
      const j = indices[p]
      values[p] = row[j]
      row[j] = 0
      touched[j] = 0
    }
    pointers[i + 1] = next
  }
  return { rows, columns, values: values.slice(0, next), indices: indices.slice(0, next), pointers }
}
