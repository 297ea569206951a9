import type { Matrix, SparseMatrix } from '@manyview/core'
import { isSparse, matrix, multiplyTransposeFast, toDense, transpose } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'

/**
 * The samples of `a` (n×d, one per row) as columns in as few dimensions as they need: r×n with the same inner products, 1 ≤ r ≤ min(n, d).
 * With d ≤ n simply aᵀ; else the pivoted Cholesky factor of the n×n products. A method that sees the features only through inner products finds the same
 * with it. O(n²·d + n·r²).
 */
export function gramFactor(kernels: Kernels, a: Matrix | SparseMatrix): Matrix {
  const dense = isSparse(a) ? toDense(a) : a
  const n = dense.rows
  if (dense.columns <= n) return transpose(dense)
  const gram = multiplyTransposeFast(kernels, dense, dense).data
  const left = Float64Array.from({ length: n }, (_, j) => gram[j * n + j])
  const smallest = n * 2.220446049250313e-16 * left.reduce((high, value) => Math.max(high, value), 0)
  const factor = new Float64Array(n * n)
  let rank = 0
  for (; rank < n; rank++) {
    let pivot = 0
    for (let j = 1; j < n; j++) if (left[j] > left[pivot]) pivot = j
    if (!(left[pivot] > smallest)) break
    const row = factor.subarray(rank * n, (rank + 1) * n)
    for (let j = 0; j < n; j++) row[j] = gram[pivot * n + j]
    for (let l = 0; l < rank; l++) {
      const weight = factor[l * n + pivot]
      if (weight !== 0) for (let j = 0; j < n; j++) row[j] -= weight * factor[l * n + j]
    }
    const length = Math.sqrt(left[pivot])
    for (let j = 0; j < n; j++) {
      row[j] /= length
      left[j] -= row[j] * row[j]
    }
    left[pivot] = 0
  }
  // Samples that are all zero keep one dimension.
  const dimensions = Math.max(rank, 1)
  return matrix(dimensions, n, factor.slice(0, dimensions * n))
}
