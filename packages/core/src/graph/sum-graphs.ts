import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/** One row of a sum as it grows, columns ascending. */
interface Row {
  length: number
  readonly indices: Uint32Array
  readonly values: Float64Array
}

/** Σ weights[g] · graphs[g] of sparse matrices of one size, columns ascending in all. O(non-zeros · graphs). */
export function sumGraphs(graphs: readonly SparseMatrix[], weights: readonly number[]): SparseMatrix {
  const [{ rows, columns }] = graphs
  const most = graphs.reduce((sum, graph) => sum + graph.indices.length, 0)
  const pointers = new Uint32Array(rows + 1)
  const indices = new Uint32Array(most)
  const values = new Float64Array(most)
  const emptyRow = (): Row => ({ length: 0, indices: new Uint32Array(columns), values: new Float64Array(columns) })
  let [row, longer] = [emptyRow(), emptyRow()]
  let next = 0
  for (let i = 0; i < rows; i++) {
    row.length = 0
    for (let g = 0; g < graphs.length; g++) {
      mergeInto(longer, row, graphs[g], i, weights[g])
      const merged = longer
      longer = row
      row = merged
    }
    for (let p = 0; p < row.length; p++, next++) {
      indices[next] = row.indices[p]
      values[next] = row.values[p]
    }
    pointers[i + 1] = next
  }
  return { rows, columns, values: values.slice(0, next), indices: indices.slice(0, next), pointers }
}

/** target ← row + weight · row i of the graph. */
function mergeInto(target: Row, row: Row, graph: SparseMatrix, i: number, weight: number): void {
  const end = graph.pointers[i + 1]
  let p = graph.pointers[i]
  let q = 0
  let length = 0
  while (p < end && q < row.length) {
    const ours = row.indices[q]
    const theirs = graph.indices[p]
    target.indices[length] = Math.min(ours, theirs)
    if (ours < theirs) target.values[length++] = row.values[q++]
    else if (theirs < ours) target.values[length++] = weight * graph.values[p++]
    else target.values[length++] = row.values[q++] + weight * graph.values[p++]
  }
  for (; q < row.length; q++, length++) {
    target.indices[length] = row.indices[q]
    target.values[length] = row.values[q]
  }
  for (; p < end; p++, length++) {
    target.indices[length] = graph.indices[p]
    target.values[length] = weight * graph.values[p]
  }
  target.length = length
}
