import { InputError } from '../../input-error.ts'
import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { type Matrix, matrix } from './matrix.ts'

/**
 * Holds the Cholesky factor of a symmetric positive definite matrix (n×n; only the lower triangle is read) in the kernels' memory until that is released,
 * for many right-hand sides; `solveSpd` is the plain way for one. n³/3 flops. A matrix that is not positive definite, or not finite, is an InputError.
 */
export class Cholesky {
  private readonly kernels: Kernels
  private readonly n: number
  /** n rounded up to an even number. */
  private readonly size: number
  private readonly lower: Block

  constructor(kernels: Kernels, a: Matrix) {
    this.kernels = kernels
    this.n = a.rows
    this.size = a.rows + (a.rows % 2)
    this.lower = kernels.allocate(this.size * this.size)
    const { f64 } = this.lower
    f64.fill(0)
    f64[f64.length - 1] = 1
    for (let i = 0; i < this.n; i++) f64.set(a.data.subarray(i * this.n, i * this.n + i + 1), i * this.size)
    const failed = kernels.call.cholesky(this.lower.pointer, this.size, 8 * this.size)
    if (failed > 0) {
      const info = { code: 'not-positive-definite', argument: 'a', details: { place: 2 * (failed - 1) } }
      throw new InputError(`not positive definite (near pivot ${2 * (failed - 1)}), add to the diagonal`, info)
    }
  }

  /** Solves A·yᵀ = xᵀ for each of the rows x (p×n) and returns the rows y (p×n). 2·n²·p flops. */
  solveRows(rows: Matrix): Matrix {
    const { kernels, n, size } = this
    const mark = kernels.mark()
    const count = rows.rows + (rows.rows % 2)
    const block = kernels.allocate(count * size)
    block.f64.fill(0)
    for (let b = 0; b < rows.rows; b++) block.f64.set(rows.data.subarray(b * n, (b + 1) * n), b * size)
    kernels.call.choleskySolve(this.lower.pointer, size, 8 * size, block.pointer, count)
    const result = matrix(rows.rows, n)
    for (let b = 0; b < rows.rows; b++) result.data.set(block.f64.subarray(b * size, b * size + n), b * n)
    kernels.release(mark)
    return result
  }
}
