import { type Matrix, matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'

/** The rows of `a` (n×d) at the positions `rows`, in that order; a copy of the same kind. O(entries taken). */
export function takeRows<M extends Matrix | SparseMatrix>(a: M, rows: ArrayLike<number>): M {
  return (isSparse(a) ? takeSparse(a, rows) : takeDense(a as Matrix, rows)) as M
}

function takeDense(a: Matrix, rows: ArrayLike<number>): Matrix {
  const result = matrix(rows.length, a.columns)
  for (let i = 0; i < rows.length; i++)
    result.data.set(a.data.subarray(rows[i] * a.columns, (rows[i] + 1) * a.columns), i * a.columns)
  return result
}

function takeSparse(a: SparseMatrix, rows: ArrayLike<number>): SparseMatrix {
  const pointers = new Uint32Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++) pointers[i + 1] = pointers[i] + a.pointers[rows[i] + 1] - a.pointers[rows[i]]
  const indices = new Uint32Array(pointers[rows.length])
  const values = new Float64Array(pointers[rows.length])
  for (let i = 0; i < rows.length; i++) {
    indices.set(a.indices.subarray(a.pointers[rows[i]], a.pointers[rows[i] + 1]), pointers[i])
    values.set(a.values.subarray(a.pointers[rows[i]], a.pointers[rows[i] + 1]), pointers[i])
  }
  return { rows: rows.length, columns: a.columns, values, indices, pointers }
}
