import { type Matrix, matrix } from './matrix.ts'
import type { Operator } from './randomised-svd.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/**
 * The operator diag(rowScales) · (A − 1·shiftᵀ) of a sparse n×d matrix A, without ever forming the n×d entries:
 * rows that are centred and scaled stay as cheap as A itself. Products cost O((non-zeros + n + d) · columns of the factor).
 */
export function shiftedSparse(
  a: SparseMatrix,
  shift: Float64Array,
  rowScales: Float64Array,
  products: Products = { multiply: sparseMultiply, transposeMultiply: sparseTransposeMultiply },
): Operator {
  return {
    rows: a.rows,
    columns: a.columns,
    multiply(w) {
      const result = products.multiply(a, w)
      const offset = shiftTimes(shift, w)
      for (let i = 0; i < a.rows; i++)
        for (let c = 0; c < w.columns; c++)
          result.data[i * w.columns + c] = rowScales[i] * (result.data[i * w.columns + c] - offset[c])
      return result
    },
    transposeMultiply(g) {
      const scaled = matrix(g.rows, g.columns)
      const sums = new Float64Array(g.columns)
      for (let i = 0; i < g.rows; i++)
        for (let c = 0; c < g.columns; c++) {
          const value = rowScales[i] * g.data[i * g.columns + c]
          scaled.data[i * g.columns + c] = value
          sums[c] += value
        }
      const result = products.transposeMultiply(a, scaled)
      for (let j = 0; j < a.columns; j++)
        for (let c = 0; c < g.columns; c++) result.data[j * g.columns + c] -= shift[j] * sums[c]
      return result
    },
  }
}

interface Products {
  multiply(a: SparseMatrix, w: Matrix): Matrix
  transposeMultiply(a: SparseMatrix, g: Matrix): Matrix
}

function shiftTimes(shift: Float64Array, w: Matrix): Float64Array {
  const result = new Float64Array(w.columns)
  for (let j = 0; j < w.rows; j++) {
    if (shift[j] === 0) continue
    for (let c = 0; c < w.columns; c++) result[c] += shift[j] * w.data[j * w.columns + c]
  }
  return result
}

/** A·W of a sparse n×d matrix with a dense d×k one. O(non-zeros · k). */
export function sparseMultiply(a: SparseMatrix, w: Matrix): Matrix {
  const result = matrix(a.rows, w.columns)
  const { columns } = w
  for (let i = 0; i < a.rows; i++) {
    const out = i * columns
    for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) {
      const value = a.values[p]
      const from = a.indices[p] * columns
      for (let c = 0; c < columns; c++) result.data[out + c] += value * w.data[from + c]
    }
  }
  return result
}

/** Aᵀ·G of a sparse n×d matrix with a dense n×k one. O(non-zeros · k). */
export function sparseTransposeMultiply(a: SparseMatrix, g: Matrix): Matrix {
  const result = matrix(a.columns, g.columns)
  const { columns } = g
  for (let i = 0; i < a.rows; i++) {
    const from = i * columns
    for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) {
      const value = a.values[p]
      const out = a.indices[p] * columns
      for (let c = 0; c < columns; c++) result.data[out + c] += value * g.data[from + c]
    }
  }
  return result
}
