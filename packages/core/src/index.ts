// Clustering

export type { Checkpoints, SavedFit } from './checkpoint/checkpoints.ts'
export { type Clustering, type ClusterOptions, type CommonOptions, cluster, iterate } from './cluster.ts'
export type { Device } from './device/device.ts'
export type { Precision } from './kernels/precision.ts'
export type { ChosenOptions } from './methods/chosen-options.ts'
export type { Duplicate, Method, MethodResult, OptionSpec, OptionValue, OptionValues } from './methods/method.ts'
export type { MethodName, OptionsOf } from './methods/method-options.ts'
export type { PaceOptions, StopSignal } from './paced.ts'
export type { Progress } from './progress.ts'
export { keepThreads } from './threads/kept-threads.ts'

// Number of clusters

export type { ClusterCandidate, ClusterChoice } from './select/cluster-choice.ts'
export type { ClusterRange, Clusters } from './select/cluster-range.ts'

// Trees of clusters, outliers

export type { Outliers } from './select/mark-outliers.ts'
export { type ClusterTree, cutNodes, cutTree, type Merge } from './tree/cluster-tree.ts'

// Scores

export { encodeLabels } from './metrics/contingency.ts'
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

// Explanations

export type { FeatureEffect } from './explain/distinguishing-features.ts'
export { type ClusterExplanation, type ExplainOptions, type Explanation, explain } from './explain/explain.ts'
export { type LeaveOneOutOptions, type LeftOut, leaveOneOut } from './explain/leave-one-out.ts'
export { type NamedEffect, nameClusters } from './explain/name-clusters.ts'
export { type NearInView, sampleNeighbours } from './explain/near-samples.ts'
export { setApart } from './explain/set-apart.ts'
export type { ViewPull } from './explain/view-pull.ts'

// New samples

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
export { type EntryChange, entryChanges } from './data/change-entries.ts'
export type { MeasurementsTransform, ScoresTransform, ViewTransform, WordsTransform } from './data/view-transform.ts'

// Missing data

export { type Coverage, coverage } from './data/coverage.ts'
export { type FilledView, type Filling, fillingWarnings, fillMissing } from './data/fill-missing.ts'
export type { Join } from './data/match-samples.ts'
export { type MissingValues, missingValues, missingValuesError } from './data/missing-values.ts'

// Views

export {
  type AnyView,
  type AnyViews,
  type BlockedSparseView,
  type BlockedView,
  type BlockedViews,
  blockedView,
  type SparseRows,
} from './data/blocked-view.ts'
export type { ShapedView } from './data/check-view.ts'
export type { Scratch, ScratchMatrix } from './data/scratch.ts'
export type { DenseView, SparseView, View, Views } from './data/view.ts'
export type { Matrix } from './linalg/matrix.ts'
export type { BlockedMatrix } from './linalg/rows.ts'
export type { SparseMatrix } from './linalg/sparse-matrix.ts'

// Ranks: several processes that share a fit

export type { Communicator, Message } from './ranks/communicator.ts'

// Errors

export { InputError, type InputErrorInfo } from './input-error.ts'
