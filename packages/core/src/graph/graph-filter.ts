import { type Matrix, matrix, multiply, transposeMultiply } from '../linalg/matrix.ts'
import type { GraphBasis } from './graph-basis.ts'

/** Weight of each graph frequency: λ⁴, a low-pass filter that leaves the smoothest functions nearly as they are. */
export function frequencyWeights(values: Float64Array): Float64Array {
  return values.map((value) => value * value * (value * value))
}

/** Features (n×d) smoothed along a graph: U·diag(λ⁴)·Uᵀ·X. O(n·d·q). */
export function graphFilter(basis: GraphBasis, features: Matrix): Matrix {
  const weights = frequencyWeights(basis.values)
  const spectrum = transposeMultiply(basis.vectors, features)
  for (let f = 0; f < spectrum.rows; f++)
    for (let j = 0; j < spectrum.columns; j++) spectrum.data[f * spectrum.columns + j] *= weights[f]
  return multiply(basis.vectors, spectrum)
}

/** Coordinates of the samples in the graph's own functions: rows of U·diag(λ⁴) (n×q) before any scaling. */
export function graphCoordinates(basis: GraphBasis): Matrix {
  const weights = frequencyWeights(basis.values)
  const { rows, columns, data } = basis.vectors
  return matrix(rows, columns, data.map((value, p) => value * weights[p % columns]))
}
