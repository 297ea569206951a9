export { type Assignment, type AssignOptions, assign } from './assign/assign.ts'
export {
  type CentreModel,
  holdsTrainingData,
  type LatentModel,
  type Model,
  type ModelView,
  type NeighbourModel,
} from './assign/model.ts'
export { type TrainOptions, trainModel } from './assign/train-model.ts'
export type { Checkpoints, SavedFit } from './checkpoint/checkpoints.ts'
export { type Clustering, type ClusterOptions, cluster, iterate } from './cluster.ts'
export {
  type AnyView,
  type AnyViews,
  areBlocked,
  type BlockedSparseView,
  type BlockedView,
  type BlockedViews,
  blockedView,
  type SparseRows,
} from './data/blocked-view.ts'
export { type CanonicalOrder, canonicalOrder } from './data/canonical-order.ts'
export type { ShapedView } from './data/check-view.ts'
export { type Coverage, coverage } from './data/coverage.ts'
export { fillLowRank, type LowRankFill } from './data/fill-low-rank.ts'
export { fillMeans } from './data/fill-means.ts'
export {
  type FilledView,
  type Filling,
  fillingWarnings,
  fillMissing,
  fillPrepared,
} from './data/fill-missing.ts'
export type { Join } from './data/match-samples.ts'
export { type MissingValues, missingValues, missingValuesError } from './data/missing-values.ts'
export type { NamedMatrix, NamedRows, PreparedRows, PreparedViews, PrepareOptions } from './data/prepare-views.ts'
export { prepareViews } from './data/prepare-views.ts'
export { type PreprocessedView, preprocessView } from './data/preprocess-view.ts'
export { presentSamples } from './data/present-samples.ts'
export type { Scratch, ScratchMatrix } from './data/scratch.ts'
export { takeRows } from './data/take-rows.ts'
export { takeSamples } from './data/take-samples.ts'
export type { DenseView, SparseView, View, Views } from './data/view.ts'
export type { MeasurementsTransform, ViewTransform, WordsTransform } from './data/view-transform.ts'
export type { FeatureEffect } from './explain/distinguishing-features.ts'
export { type ClusterExplanation, type ExplainOptions, type Explanation, explain } from './explain/explain.ts'
export { type LeaveOneOutOptions, type LeftOut, leaveOneOut } from './explain/leave-one-out.ts'
export type { ViewPull } from './explain/view-pull.ts'
export { ColumnFft } from './fft/column-fft.ts'
export { inverseRealFft, realFft, type Spectrum } from './fft/real-fft.ts'
export { approximateNeighbours } from './graph/approximate-neighbours.ts'
export { type GraphBasis, graphBasis } from './graph/graph-basis.ts'
export { graphFilter } from './graph/graph-filter.ts'
export { nearestNeighbours } from './graph/nearest-neighbours.ts'
export { neighbourGraph } from './graph/neighbour-graph.ts'
export type { Neighbours } from './graph/neighbour-lists.ts'
export { InputError, type InputErrorInfo } from './input-error.ts'
export { Kernels } from './kernels/kernels.ts'
export { multiplyFast, multiplyTransposeFast } from './kernels/multiply-fast.ts'
export type { Precision } from './kernels/precision.ts'
export { ResidentMatrix, type SingleMatrix } from './kernels/resident-matrix.ts'
export { kmeans } from './kmeans/kmeans.ts'
export type { KmeansOptions, KmeansResult } from './kmeans/kmeans-options.ts'
export { kmeansReference } from './kmeans/kmeans-reference.ts'
export type { KmeansStart } from './kmeans/kmeans-starts.ts'
export { type BlockLanczosOptions, blockLanczos, type LeadingEigen } from './linalg/block-lanczos.ts'
export { type HermitianEigen, hermitianEigen } from './linalg/hermitian-eigen.ts'
export {
  fromRows,
  identity,
  type Matrix,
  matrix,
  multiply,
  multiplyTranspose,
  transpose,
  transposeMultiply,
} from './linalg/matrix.ts'
export { pivotedQr } from './linalg/pivoted-qr.ts'
export { polar } from './linalg/polar.ts'
export { qr } from './linalg/qr.ts'
export { randomisedSvd, type TruncatedSvd } from './linalg/randomised-svd.ts'
export {
  type BlockedMatrix,
  type BlockedSparseMatrix,
  defaultBlockRows,
  type HeldRows,
  isBlocked,
  type Rows,
} from './linalg/rows.ts'
export { type Operator, shiftedOperator } from './linalg/shifted-operator.ts'
export { solveSpd } from './linalg/solve-spd.ts'
export { isSparse, type SparseMatrix, toDense } from './linalg/sparse-matrix.ts'
export { type Svd, svd } from './linalg/svd.ts'
export { type Eigen, largestEigen, smallestEigen, symmetricEigen } from './linalg/symmetric-eigen.ts'
export { mapSamples } from './map/map-samples.ts'
export { tSne } from './map/t-sne.ts'
export { cosine } from './math/cosine.ts'
export { exponential } from './math/exponential.ts'
export { logarithm } from './math/logarithm.ts'
export { power } from './math/power.ts'
export { sine } from './math/sine.ts'
export { defaultMethod, findMethod, methods } from './methods/index.ts'
export {
  type FitEstimate,
  type FitSize,
  isOrderFree,
  type Method,
  type MethodResult,
  type OptionSpec,
  type OptionValues,
  type Task,
} from './methods/method.ts'
export { refuseMissingViews } from './methods/refuse-missing-views.ts'
export { validateOptions } from './methods/validate-options.ts'
export { type Contingency, contingency, encodeLabels } from './metrics/contingency.ts'
export { type OrderedFits, orderVerdict } from './metrics/order-verdict.ts'
export {
  accuracy,
  adjustedRandIndex,
  type Normalisation,
  normalisedMutualInformation,
  pairwiseFscore,
  purity,
  type Scores,
  score,
} from './metrics/scores.ts'
export type { PaceOptions } from './paced.ts'
export type { Progress } from './progress.ts'
export { type NuclearShrinkage, nuclearShrink } from './prox/nuclear-shrink.ts'
export { projectRowsOntoSimplex } from './prox/simplex-projection.ts'
export { softThreshold } from './prox/soft-threshold.ts'
export { normal } from './random/normal.ts'
export { Random } from './random/random.ts'
export type { Communicator, Message } from './ranks/communicator.ts'
export { type GatheredMatrices, gatherClustering } from './ranks/gather-clustering.ts'
export { oneProcess } from './ranks/one-process.ts'
export { type RowsOnRanks, rowsOnRanks } from './ranks/own-rows.ts'
export { type Share, share, shares } from './ranks/share.ts'
export type { ClusterCandidate, ClusterChoice } from './select/cluster-choice.ts'
export type { ClusterRange, Clusters } from './select/cluster-range.ts'
export { explainedVariance } from './select/explained-variance.ts'
export { fitSettingsGrid, type GridFit, type GridOptions } from './select/fit-settings-grid.ts'
export { dstlLambdas, type TuningGrid, tuningGrid } from './select/tuning-grid.ts'
export { tensorShrink } from './tensor/tensor-shrink.ts'
export { tensorShrinkReference } from './tensor/tensor-shrink-reference.ts'
export { TensorShrinker } from './tensor/tensor-shrinker.ts'
