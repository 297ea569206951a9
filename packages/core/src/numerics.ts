// `@manyview/core/numerics`: what the methods are computed with, for those who write methods of their own.

// The same numbers everywhere

export { cosine } from './math/cosine.ts'
export { exponential } from './math/exponential.ts'
export { logarithm } from './math/logarithm.ts'
export { median } from './math/median.ts'
export { power } from './math/power.ts'
export { sine } from './math/sine.ts'
export { normal } from './random/normal.ts'
export { Random } from './random/random.ts'

// Rows of views, and records by names that users chose

export { byName } from './by-name.ts'
export { areBlocked } from './data/blocked-view.ts'
export { allFinite } from './data/inspect-rows.ts'
export { presentSamples } from './data/present-samples.ts'
export { takeSamples } from './data/take-samples.ts'
export { defaultBlockRows, type Rows, rowsBetween } from './linalg/rows.ts'

// Rows on several processes

export { type GatheredMatrices, gatherClustering } from './ranks/gather-clustering.ts'
export { oneProcess } from './ranks/one-process.ts'
export { type RowsOnRanks, rowsOnRanks } from './ranks/own-rows.ts'
export { type Share, share, shares } from './ranks/share.ts'

// What a graphics card takes over

export type {
  ChosenRows,
  ClosePair,
  DeviceEmbedding,
  DeviceFit,
  DeviceRows,
  EmbedOptions,
  Grouping,
  GroupingRun,
  ListedPoints,
  Partition,
  PlacedCentres,
} from './device/device.ts'
export type {
  DeviceDstl,
  DeviceDstlSettings,
  DeviceDstlStep,
  DeviceView,
  DstlRows,
  ViewProducts,
} from './device/device-dstl.ts'

export type { FoldSums, FoldTurn, WeighedGroups } from './device/device-refinement.ts'
export type { ColumnStatistics, DeviceMeasurements, FoldedFeatures } from './device/device-views.ts'

// Matrices

export { concatenateColumns, unitRows, unitRowsInto, withinRange, zScoreColumns } from './data/scale.ts'
export { takeRows } from './data/take-rows.ts'
export {
  fromRows,
  identity,
  type Matrix,
  matrix,
  multiply,
  multiplyTranspose,
  squaredNorm,
  transpose,
  transposeMultiply,
} from './linalg/matrix.ts'
export { isSparse, type SparseMatrix, toDense } from './linalg/sparse-matrix.ts'
export { squaredDistanceSteps, squaredDistances } from './linalg/squared-distances.ts'

// WebAssembly

export { type Block, Kernels } from './kernels/kernels.ts'
export { multiplyFast, multiplyTransposeFast } from './kernels/multiply-fast.ts'
export { ResidentMatrix, type SingleMatrix } from './kernels/resident-matrix.ts'

// Decompositions

export { type BlockLanczosOptions, blockLanczos, type LeadingEigen } from './linalg/block-lanczos.ts'
export { type ChebyshevStep, chebyshevSteps } from './linalg/chebyshev-steps.ts'
export { Cholesky } from './linalg/cholesky.ts'
export { type HermitianEigen, hermitianEigen } from './linalg/hermitian-eigen.ts'
export { polar } from './linalg/polar.ts'
export { qr } from './linalg/qr.ts'
export { randomisedSvd, type TruncatedSvd } from './linalg/randomised-svd.ts'
export { ritzPairs } from './linalg/ritz-pairs.ts'
export { type Operator, shiftedOperator } from './linalg/shifted-operator.ts'
export { solveSpd } from './linalg/solve-spd.ts'
export type { Eigen } from './linalg/some-eigen.ts'
export { type Svd, svd } from './linalg/svd.ts'
export { largestEigen, smallestEigen, symmetricEigen } from './linalg/symmetric-eigen.ts'

// Fourier transforms

export { ColumnFft } from './fft/column-fft.ts'
export { inverseRealFft, realFft, type Spectrum } from './fft/real-fft.ts'
export { nextSmooth } from './fft/smooth-length.ts'

// Graphs of neighbours

export { approximateNeighbours } from './graph/approximate-neighbours.ts'
export { type GraphBasis, graphBasis } from './graph/graph-basis.ts'
export { graphFilter } from './graph/graph-filter.ts'
export { nearestNeighbours } from './graph/nearest-neighbours.ts'
export { neighbourGraph } from './graph/neighbour-graph.ts'
export type { Neighbours } from './graph/neighbour-lists.ts'
export { sumGraphs } from './graph/sum-graphs.ts'

// Proximal steps

export { type NuclearShrinkage, nuclearShrink } from './prox/nuclear-shrink.ts'
export { projectOntoSimplexInto, projectRowsOntoSimplex } from './prox/simplex-projection.ts'
export { softThreshold } from './prox/soft-threshold.ts'
export { tensorShrink } from './tensor/tensor-shrink.ts'
export { TensorShrinker } from './tensor/tensor-shrinker.ts'
export { nodeModule } from './threads/host.ts'

// k-means

export { kmeans } from './kmeans/kmeans.ts'
export type { KmeansOptions, KmeansResult } from './kmeans/kmeans-options.ts'
export { type KmeansStart, startDraws } from './kmeans/kmeans-starts.ts'
export { repeatedKmeans } from './kmeans/repeated-kmeans.ts'

// Maps in the plane

export { mapSamples, type SampleMap } from './map/map-samples.ts'
export { tSne } from './map/t-sne.ts'
export { bestAssignment } from './metrics/best-assignment.ts'
