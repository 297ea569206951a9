import { type Matrix, matrix } from './matrix.ts'
import { signOfLargest } from './svd.ts'
import { tridiagonalEigen } from './tridiagonal-eigen.ts'
import { backTransformInto, tridiagonaliseInto } from './tridiagonalise.ts'
import { unitScale } from './unit-scale.ts'

/** Column j of `vectors` (n×count, orthonormal) belongs to `values[j]`. */
export interface Eigen {
  readonly values: Float64Array
  readonly vectors: Matrix
  /** False when the iteration hit its cap, or when an entry was not finite (then all results are NaN). */
  readonly converged: boolean
}

/**
 * All eigenpairs of a symmetric matrix (n×n; only the lower triangle is read), largest value first. Sign: the entry of largest size in each vector is
 * positive, ties by lowest index. Errors are small multiples of ε‖A‖. Householder tridiagonalisation and implicit QL, about 7·n³ flops:
 * 0.3 s at n = 500, 2.2 s at 1000, 17 s at 2000.
 */
export function symmetricEigen(a: Matrix): Eigen {
  return someEigen(a, a.rows, 1)
}

/**
 * The `count` largest eigenvalues of a symmetric matrix, largest first, as `symmetricEigen` gives them. 4/3·n³ flops and O(n²·count):
 * for ten pairs 0.07 s at n = 500, 0.4 s at 1000, 3 s at 2000.
 */
export function largestEigen(a: Matrix, count: number): Eigen {
  return someEigen(a, count, 1)
}

/** The `count` smallest eigenvalues of a symmetric matrix, smallest first, otherwise as `largestEigen`. */
export function smallestEigen(a: Matrix, count: number): Eigen {
  return someEigen(a, count, -1)
}

function someEigen(a: Matrix, wanted: number, direction: 1 | -1): Eigen {
  const n = a.rows
  const count = Math.max(0, Math.min(wanted, n))
  const work = new Float64Array(n * n)
  for (let i = 0; i < n; i++) work.set(a.data.subarray(i * n, i * n + i + 1), i * n)
  const scale = unitScale(work)
  const vectors = matrix(n, count)
  const values = new Float64Array(count)
  if (Number.isNaN(scale)) {
    vectors.data.fill(Number.NaN)
    return { values: values.fill(Number.NaN), vectors, converged: false }
  }
  for (let i = 0; i < work.length; i++) work[i] *= scale
  const tridiagonal = tridiagonaliseInto(work, n)
  const eigen = tridiagonalEigen(tridiagonal.diagonal, tridiagonal.offDiagonal)
  const places = Array.from({ length: n }, (_, i) => i)
    .sort((p, q) => direction * (eigen.values[q] - eigen.values[p]) || p - q)
    .slice(0, count)
  const rows = eigen.vectors(places)
  backTransformInto(tridiagonal, rows, count)
  for (let r = 0; r < count; r++) {
    values[r] = eigen.values[places[r]] / scale
    const sign = signOfLargest(rows, r * n, (r + 1) * n)
    for (let i = 0; i < n; i++) vectors.data[i * count + r] = sign * rows[r * n + i]
  }
  return { values, vectors, converged: eigen.converged }
}
