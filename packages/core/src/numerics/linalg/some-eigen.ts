import { type Matrix, matrix } from './matrix.ts'
import { unitScale } from './scale.ts'
import { type TridiagonalEigen, tridiagonalEigen } from './tridiagonal-eigen.ts'

/** Column j of `vectors` (n×count, orthonormal) belongs to `values[j]`. */
export interface Eigen {
  readonly values: Float64Array
  readonly vectors: Matrix
  /** False when the iteration hit its cap, or when an entry was not finite (then all results are NaN). */
  readonly converged: boolean
}

/** A symmetric matrix reduced to Q·T·Qᵀ with a tridiagonal T; `vectors` computes its eigenvectors at some places of the eigenvalues of T, one per column. */
interface Reduced {
  readonly diagonal: Float64Array
  readonly offDiagonal: Float64Array
  vectors(eigen: TridiagonalEigen, places: readonly number[]): Matrix
}

/** Computes at most `limit` of the largest (direction 1) or smallest (−1) eigenpairs of a symmetric matrix; `reduce` gets its lower triangle (n×n), which it may overwrite. O(n³). */
export function someEigen(
  a: Matrix,
  limit: number,
  direction: 1 | -1,
  reduce: (lower: Float64Array, size: number) => Reduced,
): Eigen {
  const n = a.rows
  const count = Math.max(0, Math.min(limit, n))
  const work = new Float64Array(n * n)
  for (let i = 0; i < n; i++) work.set(a.data.subarray(i * n, i * n + i + 1), i * n)
  const scale = unitScale(work)
  const values = new Float64Array(count)
  if (Number.isNaN(scale)) {
    const vectors = matrix(n, count, new Float64Array(n * count).fill(Number.NaN))
    return { values: values.fill(Number.NaN), vectors, converged: false }
  }
  if (count === 0) return { values, vectors: matrix(n, 0), converged: true }
  if (scale !== 1) for (let i = 0; i < work.length; i++) work[i] *= scale
  const reduced = reduce(work, n)
  const eigen = tridiagonalEigen(reduced.diagonal, reduced.offDiagonal)
  const places = Array.from({ length: n }, (_, i) => i)
    .sort((p, q) => direction * (eigen.values[q] - eigen.values[p]) || p - q)
    .slice(0, count)
  const vectors = reduced.vectors(eigen, places)
  places.forEach((place, r) => {
    values[r] = eigen.values[place] / scale
  })
  makeLargestPositiveInto(vectors)
  return { values, vectors, converged: eigen.converged }
}

/** Turns every column so that its entry of largest size is positive, ties by lowest index. */
function makeLargestPositiveInto({ rows, columns, data }: Matrix): void {
  const largest = data.slice(0, columns)
  for (let i = 1; i < rows; i++)
    for (let j = 0; j < columns; j++)
      if (Math.abs(data[i * columns + j]) > Math.abs(largest[j])) largest[j] = data[i * columns + j]
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) if (largest[j] < 0) data[i * columns + j] *= -1
}
