import { unitRows } from '../data/scale.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { largestEigen } from '../linalg/symmetric-eigen.ts'

/**
 * Spectral embedding of a symmetric affinity (n×n, nonnegative): with degrees d, the eigenvectors of the `dimensions` largest eigenvalues of
 * D^(−1/2)·S·D^(−1/2), rows scaled to unit length. The caller runs k-means on the n×dimensions rows.
 * Time and memory of a dense n×n eigenproblem with few vectors. Source: Ng, Jordan and Weiss, NIPS 2001.
 */
export function spectralEmbedding(affinity: Matrix, dimensions: number): Matrix {
  return unitRows(largestEigen(normaliseAffinity(affinity), Math.min(dimensions, affinity.rows)).vectors)
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
