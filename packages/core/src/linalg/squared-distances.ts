import type { Kernels } from '../kernels/kernels.ts'
import { multiplyTransposeFast } from '../kernels/multiply-fast.ts'
import { type Matrix, squaredNorm } from './matrix.ts'

/**
 * Squared Euclidean distances between the rows of `a` (n×d) and of `b` (m×d), as an n×m matrix: ‖x‖² + ‖y‖² − 2·xᵀy, never below 0. With `b` left out those among
 * the rows of `a`, symmetric and with an exact zero diagonal. O(n·m·d).
 */
export function squaredDistances(kernels: Kernels, a: Matrix, b?: Matrix): Matrix {
  const others = b ?? a
  const result = multiplyTransposeFast(kernels, a, others)
  const rowLengths = squaredLengths(a)
  const columnLengths = b ? squaredLengths(b) : rowLengths
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < others.rows; j++) {
      const place = i * others.rows + j
      // Both halves from one product, so that rounding cannot break the symmetry.
      if (!b && j < i) result.data[place] = result.data[j * others.rows + i]
      else if (!b && j === i) result.data[place] = 0
      else result.data[place] = Math.max(rowLengths[i] + columnLengths[j] - 2 * result.data[place], 0)
    }
  return result
}

function squaredLengths({ rows, columns, data }: Matrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => squaredNorm(data.subarray(i * columns, (i + 1) * columns)))
}
