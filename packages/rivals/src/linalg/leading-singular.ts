import type { Matrix, Progress } from '@manyview/core'
import { blockLanczos, KernelMatrix, largestEigen, multiplyFast, Random, transpose } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'

/** Singular triplets, largest value first: a·right = left·diag(values); left n×count, right m×count. */
export interface LeadingSingular {
  values: Float64Array
  left: Matrix
  right: Matrix
}

/** Up to this many columns the dense eigenproblem is quicker than the iteration. */
const DENSE = 160

/**
 * The `count` largest singular triplets of an n×m matrix, m ≤ n at best, through the eigenvectors of aᵀa: dense for few columns, else block Lanczos from `near` (m×any).
 * Values under 1e-8 of the largest are noise, and their left vectors 0. Yields after every step. O(n·m²), or O(n·m·count) a step.
 */
export function* leadingSingular(
  kernels: Kernels,
  a: Matrix,
  count: number,
  near?: Matrix,
): Generator<Progress, LeadingSingular> {
  const rank = Math.min(count, a.columns)
  const right = a.columns <= DENSE ? dense(kernels, a, rank) : yield* iterated(kernels, a, rank, near)
  const left = multiplyFast(kernels, a, right)
  const values = new Float64Array(rank)
  for (let j = 0; j < rank; j++) {
    let square = 0
    for (let i = 0; i < a.rows; i++) square += left.data[i * rank + j] * left.data[i * rank + j]
    values[j] = Math.sqrt(square)
    const scale = values[j] > 1e-8 * values[0] ? 1 / values[j] : 0
    for (let i = 0; i < a.rows; i++) left.data[i * rank + j] *= scale
  }
  return { values, left, right }
}

function dense(kernels: Kernels, a: Matrix, count: number): Matrix {
  return largestEigen(multiplyFast(kernels, transpose(a), a), count).vectors
}

function* iterated(kernels: Kernels, a: Matrix, count: number, near?: Matrix): Generator<Progress, Matrix> {
  const mark = kernels.mark()
  const resident = new KernelMatrix(kernels, a)
  const apply = (rows: Matrix) => transpose(resident.transposeMultiply(resident.multiply(transpose(rows))))
  const options = { kernels, random: new Random(1), block: count + 2, tolerance: 1e-12, maxRestarts: 100 }
  const { vectors } = yield* blockLanczos(apply, a.columns, count, {
    ...options,
    start: near && transpose(near),
    ranks: singleProcess,
  })
  kernels.release(mark)
  return transpose(vectors)
}
