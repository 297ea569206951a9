import { type Matrix, matrix } from './matrix.ts'

/** Sparse matrix, compressed by row (one sample is one row): row i holds entries `pointers[i]` to `pointers[i + 1]`, columns ascending. */
export interface SparseMatrix {
  readonly rows: number
  readonly columns: number
  readonly values: Float64Array
  readonly indices: Uint32Array
  readonly pointers: Uint32Array
}

/** Tells whether a matrix is sparse. */
export function isSparse(a: Matrix | SparseMatrix): a is SparseMatrix {
  return 'pointers' in a
}

/** Makes the dense matrix with the entries of a sparse one. O(rows·columns). */
export function toDense(a: SparseMatrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) result.data[i * a.columns + a.indices[p]] = a.values[p]
  return result
}
