import { applyQInto, type Columns, type Reflectors, reflectInto } from './householder.ts'
import { type Matrix, matrix, transpose } from './matrix.ts'
import { oneSidedJacobi, type SmallSvd } from './one-sided-jacobi.ts'
import { unitScale } from './scale.ts'

/** A = u · diag(s) · vᵀ. */
export interface Svd {
  readonly u: Matrix
  readonly s: Float64Array
  readonly v: Matrix
  /** False when the rotations hit their cap, or when an entry was not finite (then all results are NaN). */
  readonly converged: boolean
}

/**
 * Computes the thin SVD of A (m×n, p = min(m, n)): u m×p, s descending, v n×p. u and v are orthonormal whatever the rank. Sign: in the vector of the shorter side
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

/** Returns −1 when the entry of largest size in `values[from…end)` is negative (ties by lowest index), else 1. */
function signOfLargest(values: Float64Array, from: number, end: number): number {
  let best = from
  for (let i = from + 1; i < end; i++) if (Math.abs(values[i]) > Math.abs(values[best])) best = i
  return values[best] < 0 ? -1 : 1
}

/** A = Q · Σᵢ valuesᵢ · [leftᵢ; 0] · rightᵢᵀ, Q (full, m×m) kept as reflectors. */
export interface TallSvd extends SmallSvd {
  readonly reflectors: Reflectors
}

/**
 * Computes the SVD of a tall matrix (m×n, m ≥ n, columns one after the other, overwritten) without forming the long vectors: pivoted QR, then Jacobi rotations on R.
 * O(m·n²) and a few O(n³) sweeps. Not finite entries give NaN and `converged` false.
 */
export function tallSvdInto(a: Columns): TallSvd {
  const { rows, columns: n, data } = a
  const scale = unitScale(data)
  if (Number.isNaN(scale)) return notFinite(a)
  if (scale !== 1) for (let i = 0; i < data.length; i++) data[i] *= scale
  const reflectors = reflectInto(a, n, true)
  const r = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) r[i * n + j] = data[j * rows + i]
  const small = oneSidedJacobi(r, n)
  const right = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) right[i * n + reflectors.pivots[j]] = small.right[i * n + j]
  for (let i = 0; i < n; i++) small.values[i] /= scale
  return { ...small, right, reflectors }
}

function notFinite(packed: Columns): TallSvd {
  const n = packed.columns
  const empty = () => new Float64Array(n * n).fill(Number.NaN)
  const reflectors = { packed, tau: new Float64Array(n).fill(Number.NaN), pivots: new Int32Array(n) }
  return { left: empty(), right: empty(), values: new Float64Array(n).fill(Number.NaN), converged: false, reflectors }
}
