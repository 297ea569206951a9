import { applyQInto, type Columns } from './householder.ts'
import { type Matrix, matrix, transpose } from './matrix.ts'
import { tallSvdInto } from './tall-svd.ts'

/** A = u · diag(s) · vᵀ. */
export interface Svd {
  readonly u: Matrix
  readonly s: Float64Array
  readonly v: Matrix
  /** False when the rotations hit their cap, or when an entry was not finite (then all results are NaN). */
  readonly converged: boolean
}

/**
 * Thin SVD of A (m×n, p = min(m, n)): u m×p, s descending, v n×p. u and v are orthonormal whatever the rank. Sign: in the vector of the shorter side
 * (v when m ≥ n) the entry of largest size is positive, ties by lowest index. Pivoted QR and one-sided Jacobi, O(m·n·p); meant for p up to a few hundred.
 */
export function svd(a: Matrix): Svd {
  const tall = a.rows >= a.columns
  const rows = Math.max(a.rows, a.columns)
  const columns = Math.min(a.rows, a.columns)
  const work: Columns = { rows, columns, data: tall ? transpose(a).data : a.data.slice() }
  const { reflectors, left, values, right, converged } = tallSvdInto(work)
  const long: Columns = { rows, columns, data: new Float64Array(rows * columns) }
  const short = matrix(columns, columns)
  for (let i = 0; i < columns; i++) {
    const sign = signOfLargest(right, i * columns, (i + 1) * columns)
    for (let j = 0; j < columns; j++) {
      long.data[i * rows + j] = sign * left[i * columns + j]
      short.data[j * columns + i] = sign * right[i * columns + j]
    }
  }
  applyQInto(reflectors, long)
  const longRows = transpose({ rows: columns, columns: rows, data: long.data })
  return { u: tall ? longRows : short, s: values, v: tall ? short : longRows, converged }
}

/** −1 when the entry of largest size in `values[from…end)` is negative (ties by lowest index), else 1. */
export function signOfLargest(values: Float64Array, from: number, end: number): number {
  let best = from
  for (let i = from + 1; i < end; i++) if (Math.abs(values[i]) > Math.abs(values[best])) best = i
  return values[best] < 0 ? -1 : 1
}
