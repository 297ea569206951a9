import { columnsOf, type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { inBlocks } from '../numerics/linalg/rows.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { SingleMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { StreamedMatrix } from '../runtime/kernels/streamed-matrix.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share } from '../runtime/ranks/share.ts'
import type { GraphBasis } from './graph-basis.ts'

/** Steps of diffusion at the most: λ is near 1 where a graph falls into more parts than clusters, whatever the time. */
const LONGEST = 4096

/**
 * Weights λ^p of the eigenvectors that samples are placed by: p is the first of 4, 8, 16, … at which the vectors after the kth have at most half of the energy λ^2p of the first k. On chains, rings and large clusters
 * many eigenvalues are near 1, and noise would weigh like signal with p = 4.
 */
export function diffusionWeights(values: Float64Array, clusters: number): Float64Array {
  let weights = frequencyWeights(values)
  for (let p = 8; p <= LONGEST; p *= 2) {
    const [leading, rest] = [energyOf(weights.subarray(0, clusters)), energyOf(weights.subarray(clusters))]
    if (rest <= leading / 2) break
    weights = weights.map((weight) => weight * weight)
  }
  return weights
}

function energyOf(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight * weight, 0)
}

/** Weight of each graph frequency: λ⁴, a low-pass filter that leaves the smoothest functions nearly as they are. */
export function frequencyWeights(values: Float64Array): Float64Array {
  return values.map((value) => value * value * (value * value))
}

/**
 * Features (n×d) smoothed along a graph: U·S with S = diag(λ⁴)·Uᵀ·X (q×d), or U·`change`(S) where another matrix is to stand for S. Ranks have their own rows of U and X each, and add up Uᵀ·X in the order of the samples.
 * O(n·d·q).
 */
export function graphFilter(
  kernels: Kernels,
  basis: GraphBasis,
  features: Matrix,
  ranks: Ranks,
  change = (spectrum: Matrix) => spectrum,
): Matrix {
  const spectrum = change(graphSpectrum(kernels, basis, features, ranks))
  return new StreamedMatrix(kernels, inBlocks(basis.vectors)).multiply(spectrum)
}

/** S = diag(λ⁴)·Uᵀ·X (q×d) of features X (n×d). Ranks have their own rows of U and X each, and get S. O(n·d·q). */
export function graphSpectrum(
  kernels: Kernels,
  { values, vectors }: Pick<GraphBasis, 'values'> & { vectors: Matrix | SingleMatrix },
  features: Matrix,
  ranks: Ranks,
): Matrix {
  const weights = frequencyWeights(values)
  // Block by block: the kernels would hold copies of all numbers else.
  const functions = new StreamedMatrix(kernels, inBlocks(vectors))
  // As many parts as ranks, so that all of them work at once.
  const count = Math.max(1, Math.min(ranks.size, features.columns))
  const parts = Array.from({ length: count }, (_, p) => share(features.columns, count, p))
  const sums = parts.map(({ begin, end }) => matrix(vectors.columns, end - begin))
  const add = (_: Float64Array, p: number) =>
    functions.addTransposeMultiplyInto(
      sums[p],
      count === 1 ? features : columnsOf(features, parts[p].begin, parts[p].end),
    )
  orderedSum(
    ranks,
    sums.map(({ data }) => data),
    add,
  )
  const spectrum = concatenateColumns(sums)
  for (let f = 0; f < spectrum.rows; f++)
    for (let j = 0; j < spectrum.columns; j++) spectrum.data[f * spectrum.columns + j] *= weights[f]
  return spectrum
}

/** Coordinates of the samples in the graph's own functions: rows of U·diag(weights) (n×q) before any scaling. */
export function graphCoordinates(
  { vectors: { rows, columns, data } }: Pick<GraphBasis, 'vectors'>,
  weights: Float64Array,
): Matrix {
  const result = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) for (let f = 0; f < columns; f++, p++) result.data[p] = data[p] * weights[f]
  return result
}
