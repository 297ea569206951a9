// Clustering

export { type Clustering, type ClusterOptions, type CommonOptions, cluster, iterate, refit } from './cluster.ts'
export type { Duplicate } from './evidence/duplicates.ts'
export type { ChosenOptions } from './methods/chosen-options.ts'
export type { Method, MethodResult } from './methods/method.ts'
export type { MethodName, OptionsOf } from './methods/method-options.ts'
export type { OptionSpec, OptionValue, OptionValues } from './options.ts'
export type { Checkpoints, SavedFit } from './runtime/checkpoints.ts'
export type { Device } from './runtime/device/device.ts'
export type { PaceOptions, StopSignal } from './runtime/drive.ts'
export type { Precision } from './runtime/kernels/precision.ts'
export type { Progress } from './runtime/progress.ts'
export { reserveThreads } from './runtime/threads/reserve-threads.ts'

// Number of clusters

export type { ClusterCandidate, ClusterChoice } from './choose/cluster-choice.ts'
export type { ClusterRange, Clusters } from './choose/cluster-range.ts'

// Trees of clusters, outliers

export type { Outliers } from './choose/mark-outliers.ts'
export { type ClusterTree, cutNodes, cutTree, type Merge } from './tree/cluster-tree.ts'
export { cutClusters } from './tree/cut-clusters.ts'

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
export { type EntryChange, entryChanges } from './views/change-entries.ts'
export type { MeasurementsTransform, ScoresTransform, ViewTransform, WordsTransform } from './views/view-transform.ts'

// Missing data

export { type Coverage, coverage } from './views/coverage.ts'
export { type FilledView, type Filling, fillingWarnings, fillMissing } from './views/fill-missing.ts'
export type { Join } from './views/match-samples.ts'
export { type MissingValues, missingValues, missingValuesError } from './views/missing-values.ts'

// Views

export type { Matrix } from './numerics/linalg/matrix.ts'
export type { BlockedMatrix } from './numerics/linalg/rows.ts'
export type { SparseMatrix } from './numerics/linalg/sparse-matrix.ts'
export type { Scratch, ScratchMatrix } from './runtime/scratch.ts'
export {
  type AnyView,
  type AnyViews,
  type BlockedSparseView,
  type BlockedView,
  type BlockedViews,
  blockedView,
  type SparseRows,
} from './views/blocked-view.ts'
export type { ShapedView } from './views/check-view.ts'
export type { DenseView, SparseView, View, Views } from './views/view.ts'

// Ranks: several processes that share a fit

export type { Message, Ranks } from './runtime/ranks/ranks.ts'

// Errors

export { InputError, type InputErrorInfo } from './input-error.ts'
