import { type Matrix, matrix, multiply, symmetricPart, transposeMultiply } from './matrix.ts'
import type { Eigen } from './some-eigen.ts'

/** Share of the longest direction, squared, below which others are lost in rounding. */
const LOST = 1e-10

/**
 * Finds the best approximations of eigenpairs of a symmetric operator in the span of w vectors, from their inner products among themselves (`squares`, w×w) and with their images (`images`): eigenvalues,
 * largest first, and the combinations of the vectors (one per column of w×w) that are their unit eigenvectors. Directions that are lost in rounding give zeros. `largestEigen` finds eigenpairs of
 * symmetric matrices. O(w³). Source: Rayleigh and Ritz's method.
 */
export function ritzPairs(
  squares: Matrix,
  images: Matrix,
  largestEigen: (a: Matrix, count: number) => Eigen,
): { values: Float64Array; combinations: Matrix } {
  const width = squares.columns
  const { values: lengths, vectors } = largestEigen(symmetricPart(squares), width)
  const least = LOST * Math.max(lengths[0], 1e-30)
  const scaled = matrix(
    width,
    width,
    vectors.data.map((value, p) => (lengths[p % width] > least ? value / Math.sqrt(lengths[p % width]) : 0)),
  )
  const small = transposeMultiply(scaled, multiply(symmetricPart(images), scaled))
  const pairs = largestEigen(symmetricPart(small), width)
  return { values: pairs.values, combinations: multiply(scaled, pairs.vectors) }
}
