// `@manyview/core/numerics`: what the methods are computed with, for those who write methods of their own.

// The same numbers everywhere

export { exponential } from './numerics/math/exponential.ts'
export { logarithm } from './numerics/math/logarithm.ts'
export { median } from './numerics/math/median.ts'
export { power } from './numerics/math/power.ts'
export { cosine, sine } from './numerics/math/sine.ts'
export { normal } from './numerics/random/normal.ts'
export { Random } from './numerics/random/random.ts'

// Rows of views

export { type BlockedMatrix, defaultBlockRows, type Rows, rowsBetween } from './numerics/linalg/rows.ts'
export {
  type AnyView,
  type AnyViews,
  areBlocked,
  type BlockedSparseView,
  type BlockedViews,
  type SparseRows,
} from './views/blocked-view.ts'
export { entryChanges } from './views/change-entries.ts'
export type { ShapedView } from './views/check-view.ts'
export { takeSamples } from './views/gather-samples.ts'
export { allFinite, presentSamples } from './views/inspect-rows.ts'
export type { Join } from './views/match-samples.ts'
export { type MissingValues, missingValues, missingValuesError } from './views/prepare-views.ts'

// Matrices

export {
  fromRows,
  identity,
  matrix,
  multiply,
  multiplyTranspose,
  squaredNorm,
  transpose,
  transposeMultiply,
} from './numerics/linalg/matrix.ts'
export { concatenateColumns, unitRows, unitRowsInto, withinRange, zScoreColumns } from './numerics/linalg/scale.ts'
export { isSparse, toDense } from './numerics/linalg/sparse-matrix.ts'
export { squaredDistanceSteps, squaredDistances } from './numerics/linalg/squared-distances.ts'
export { takeRows } from './numerics/linalg/take-rows.ts'

// Products on the kernels

export { KernelMatrix, type SingleMatrix } from './runtime/kernels/kernel-matrix.ts'
export { multiplyFast, multiplyTransposeFast } from './runtime/kernels/multiply-fast.ts'

// Decompositions

export { type BlockLanczosOptions, blockLanczos, type LeadingEigen } from './numerics/linalg/block-lanczos.ts'
export { type ChebyshevStep, chebyshevSteps } from './numerics/linalg/chebyshev-steps.ts'
export { Cholesky } from './numerics/linalg/cholesky.ts'
export { type HermitianEigen, hermitianEigen } from './numerics/linalg/hermitian-eigen.ts'
export { polar } from './numerics/linalg/polar.ts'
export { qr } from './numerics/linalg/qr.ts'
export { randomisedSvd, type TruncatedSvd } from './numerics/linalg/randomised-svd.ts'
export { ritzPairs } from './numerics/linalg/ritz-pairs.ts'
export { type Operator, shiftedOperator } from './numerics/linalg/shifted-operator.ts'
export { solveSpd } from './numerics/linalg/solve-spd.ts'
export type { Eigen } from './numerics/linalg/some-eigen.ts'
export { type Svd, svd } from './numerics/linalg/svd.ts'
export { largestEigen, smallestEigen, symmetricEigen } from './numerics/linalg/symmetric-eigen.ts'

// Fourier transforms

export { ColumnFft } from './numerics/fft/column-fft.ts'
export { inverseRealFft, realFft, type Spectrum } from './numerics/fft/real-fft.ts'
export { nextSmooth } from './numerics/fft/smooth-length.ts'

// Graphs of neighbours

export { approximateNeighbours } from './graphs/approximate-neighbours.ts'
export { type GraphBasis, graphBasis } from './graphs/graph-basis.ts'
export { graphFilter } from './graphs/graph-filter.ts'
export { nearestNeighbours } from './graphs/nearest-neighbours.ts'
export { neighbourGraph } from './graphs/neighbour-graph.ts'
export type { Neighbours } from './graphs/neighbour-lists.ts'
export { sumGraphs } from './graphs/sum-graphs.ts'

// Proximal steps

export { type NuclearShrinkage, nuclearShrink, softThreshold } from './numerics/prox/nuclear-shrink.ts'
export { projectOntoSimplexInto, projectRowsOntoSimplex } from './numerics/prox/simplex-projection.ts'
export { TensorShrinker, tensorShrink } from './numerics/tensor/tensor-shrinker.ts'

// k-means

export { kmeans } from './numerics/kmeans/kmeans.ts'
export type { KmeansOptions, KmeansResult } from './numerics/kmeans/kmeans-options.ts'
export { type KmeansStart, startDraws } from './numerics/kmeans/kmeans-starts.ts'
export { repeatedKmeans } from './numerics/kmeans/repeated-kmeans.ts'

// Maps in the plane

export { mapSamples, type SampleMap } from './explain/map/map-samples.ts'
export { tSne } from './explain/map/t-sne.ts'
