import type { Matrix } from '../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'

/** A copy of a matrix in sparse form, without stored zeros. O(entries). */
export function sparseRows(a: Matrix | SparseMatrix): SparseMatrix {
  const pointers = new Uint32Array(a.rows + 1)
  const all = isSparse(a) ? a.values : a.data
  let count = 0
  for (let p = 0; p < all.length; p++) if (all[p] !== 0) count++
  const indices = new Uint32Array(count)
  const values = new Float64Array(count)
  let next = 0
  for (let i = 0; i < a.rows; i++) {
    const begin = isSparse(a) ? a.pointers[i] : i * a.columns
    const end = isSparse(a) ? a.pointers[i + 1] : begin + a.columns
    for (let p = begin; p < end; p++) {
      if (all[p] === 0) continue
      indices[next] = isSparse(a) ? a.indices[p] : p - begin
      values[next++] = all[p]
    }
    pointers[i + 1] = next
  }
  return { rows: a.rows, columns: a.columns, values, indices, pointers }
}
