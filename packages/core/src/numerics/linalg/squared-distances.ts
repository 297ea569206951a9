import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { multiplyTransposeFast } from '../../runtime/kernels/multiply-fast.ts'
import type { Progress } from '../../runtime/progress.ts'
import { runToEnd } from '../../runtime/steps.ts'
import { type Matrix, matrix, squaredLengths } from './matrix.ts'

/** Multiplications between two yields. */
const STRETCH = 134217728

/**
 * Computes the squared Euclidean distances between the rows of `a` (n×d) and of `b` (m×d), as an n×m matrix: ‖x‖² + ‖y‖² − 2·xᵀy, never below 0. Without `b` those among
 * the rows of `a`, symmetric and with an exact zero diagonal. O(n·m·d).
 */
export function squaredDistances(kernels: Kernels, a: Matrix, b?: Matrix): Matrix {
  return runToEnd(squaredDistanceSteps(kernels, a, b))
}

/** Computes `squaredDistances` in stretches of rows and yields between them where it takes long. */
export function* squaredDistanceSteps(kernels: Kernels, a: Matrix, b?: Matrix): Generator<Progress, Matrix> {
  const others = b ?? a
  const result = matrix(a.rows, others.rows)
  const rowLengths = squaredLengths(a)
  const columnLengths = b ? squaredLengths(b) : rowLengths
  const stretch = Math.max(Math.floor(STRETCH / (others.rows * (a.columns + 8))), 64)
  for (let begin = 0; begin < a.rows; begin += stretch) {
    const end = Math.min(begin + stretch, a.rows)
    const part = matrix(end - begin, a.columns, a.data.subarray(begin * a.columns, end * a.columns))
    result.data.set(multiplyTransposeFast(kernels, part, others).data, begin * others.rows)
    for (let i = begin; i < end; i++)
      for (let j = 0; j < others.rows; j++) {
        const place = i * others.rows + j
        // Both halves from one product, so that rounding cannot break the symmetry.
        if (!b && j < i) result.data[place] = result.data[j * others.rows + i]
        else if (!b && j === i) result.data[place] = 0
        else result.data[place] = Math.max(rowLengths[i] + columnLengths[j] - 2 * result.data[place], 0)
      }
    if (end < a.rows) yield { stage: 'distances', iteration: end, total: a.rows }
  }
  return result
}
