import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/** Up to this length sorting in place is faster than a call of the engine. */
const SHORT = 100

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
    sortShort(indices, begin, next)
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

/** Sorts a stretch that consists of a few ascending ones: what is in order costs one look. */
function sortShort(values: Uint32Array, begin: number, end: number): void {
  if (end - begin > SHORT) values.subarray(begin, end).sort()
  else
    for (let p = begin + 1; p < end; p++) {
      const value = values[p]
      let place = p
      for (; place > begin && values[place - 1] > value; place--) values[place] = values[place - 1]
      values[place] = value
    }
}
