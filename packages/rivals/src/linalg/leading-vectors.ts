import type { Matrix, Progress } from '@manyview/core'
import {
  blockLanczos,
  KernelMatrix,
  largestEigen,
  matrix,
  Random,
  smallestEigen,
  transpose,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'

/** Up to this size the dense eigenproblem is quicker than the iteration. */
const DENSE = 160

/**
 * Eigenvectors (n×count) of the eigenvalues of largest magnitude of a dense symmetric n×n matrix, largest first. Beyond n = 160 by block Lanczos on the
 * square of the matrix, O(n²·count) a step. Yields within.
 */
export function* leadingVectors(kernels: Kernels, a: Matrix, count: number): Generator<Progress, Matrix> {
  const n = a.rows
  const rank = Math.min(count, n)
  if (n > DENSE) {
    // Twice the product: eigenvalues squared, so that both ends of the spectrum come first.
    const mark = kernels.mark()
    const resident = new KernelMatrix(kernels, a)
    yield { stage: 'eigenvectors', iteration: 0, total: 1 }
    const apply = (rows: Matrix) => transpose(resident.multiply(resident.multiply(transpose(rows))))
    const options = {
      kernels,
      random: new Random(1),
      ranks: singleProcess,
      block: rank + 2,
      tolerance: 1e-10,
      maxRestarts: 100,
    }
    const { vectors } = yield* blockLanczos(apply, n, rank, options)
    kernels.release(mark)
    return transpose(vectors)
  }
  const ends = [largestEigen(a, rank), smallestEigen(a, rank)]
  const order = ends
    .flatMap(({ values }, end) => Array.from(values, (value, j) => ({ size: Math.abs(value), end, j })))
    // Where count > n/2 the ends overlap: a pair is taken from the end it is nearer to.
    .filter(({ end, j }) => (end === 0 ? j < Math.ceil(n / 2) : j < Math.floor(n / 2)))
    .sort((x, y) => y.size - x.size || x.end - y.end || x.j - y.j)
    .slice(0, rank)
  const result = matrix(n, rank)
  order.forEach(({ end, j }, column) => {
    const { vectors } = ends[end]
    for (let i = 0; i < n; i++) result.data[i * rank + column] = vectors.data[i * vectors.columns + j]
  })
  return result
}
