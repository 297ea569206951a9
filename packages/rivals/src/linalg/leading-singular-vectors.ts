import type { Matrix } from '@manyview/core'
import { largestEigen, matrix, multiplyFast, transpose } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'

/**
 * Left singular vectors of the n×q matrix for its `count` largest singular values, through its smaller Gram matrix; zero where the squared
 * singular value is below 1e-10 of the largest. O(n·q·min(n, q)) and an eigenproblem of size min(n, q).
 */
export function leadingSingularVectors(kernels: Kernels, a: Matrix, count: number): Matrix {
  const flipped = transpose(a)
  const wide = a.columns > a.rows
  const gram = wide ? multiplyFast(kernels, a, flipped) : multiplyFast(kernels, flipped, a)
  const { values, vectors } = largestEigen(gram, Math.min(count, gram.rows))
  const left = wide ? vectors : multiplyFast(kernels, a, vectors)
  const result = matrix(a.rows, left.columns)
  for (let j = 0; j < left.columns; j++) {
    const scale = values[j] > 1e-10 * values[0] ? (wide ? 1 : 1 / Math.sqrt(values[j])) : 0
    for (let i = 0; i < a.rows; i++) result.data[i * left.columns + j] = scale * left.data[i * left.columns + j]
  }
  return result
}
