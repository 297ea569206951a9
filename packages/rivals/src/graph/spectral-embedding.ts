import type { Matrix, Progress } from '@manyview/core'
import { blockLanczos, KernelMatrix, largestEigen, matrix, Random, transpose, unitRows } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'

/** Up to this size the dense eigenproblem is quicker than the iteration. */
const DENSE = 300

/**
 * Spectral embedding of a symmetric affinity (n×n, nonnegative): with degrees d, the eigenvectors of the `dimensions` largest eigenvalues of
 * D^(−1/2)·S·D^(−1/2), rows scaled to unit length. The caller runs k-means on the n×dimensions rows.
 * Time and memory of a dense n×n eigenproblem with few vectors. Source: Ng, Jordan and Weiss, NIPS 2001.
 */
export function spectralEmbedding(affinity: Matrix, dimensions: number): Matrix {
  return unitRows(largestEigen(normaliseAffinity(affinity), Math.min(dimensions, affinity.rows)).vectors)
}

/**
 * The spectral embedding (up to a rotation within equal eigenvalues) for large n: past 300 samples by block Lanczos, residuals below 1e-10, yielding after every block.
 * O(n²·dimensions) a step, one further n×n matrix in the kernels' memory.
 */
export function* spectralEmbeddingSteps(
  kernels: Kernels,
  affinity: Matrix,
  dimensions: number,
): Generator<Progress, Matrix> {
  const n = affinity.rows
  if (n <= DENSE) return spectralEmbedding(affinity, dimensions)
  const mark = kernels.mark()
  const scaled = normaliseAffinity(affinity)
  yield { stage: 'eigenvectors', iteration: 0, total: 1 }
  const normalised = new KernelMatrix(kernels, scaled)
  yield { stage: 'eigenvectors', iteration: 0, total: 1 }
  const apply = (rows: Matrix) => transpose(normalised.multiply(transpose(rows)))
  const options = { random: new Random(1), kernels, ranks: singleProcess, tolerance: 1e-10 }
  const { vectors } = yield* blockLanczos(apply, n, dimensions, options)
  kernels.release(mark)
  return unitRows(transpose(vectors))
}

/** D^(−1/2)·S·D^(−1/2) with the column sums of S as degrees; 2⁻⁵² is added to each, so that a sample without neighbours stays finite. O(n²). */
export function normaliseAffinity(affinity: Matrix): Matrix {
  const { rows: n, data } = affinity
  const scale = new Float64Array(n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) scale[j] += data[i * n + j]
  for (let j = 0; j < n; j++) scale[j] = 1 / Math.sqrt(scale[j] + 2.220446049250313e-16)
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) result.data[i * n + j] = scale[i] * data[i * n + j] * scale[j]
  return result
}
