// Clustering

export type { ClusterChoice } from './choose/cluster-choice.ts'
export { type Clustering, type ClusterOptions, cluster, iterate, refit } from './cluster.ts'
export type { Method } from './methods/method.ts'
export type { MethodName } from './methods/methods.ts'
export type { Progress } from './runtime/progress.ts'

// Views

export type { Matrix } from './numerics/linalg/matrix.ts'
export type { SparseMatrix } from './numerics/linalg/sparse-matrix.ts'
export { type BlockedView, blockedView } from './views/blocked-view.ts'
export { fillMissing } from './views/fill-missing.ts'
export type { ViewKind } from './views/treatments.ts'
export type { DenseView, SparseView, View, Views } from './views/view.ts'

// Results

export type { Duplicate } from './evidence/duplicates.ts'
export { type Scores, score } from './metrics/scores.ts'
export { type ClusterTree, cutTree } from './tree/cluster-tree.ts'
export { cutClusters } from './tree/cut-clusters.ts'
export { type Coverage, coverage } from './views/coverage.ts'

// Explanations

export type { FeatureEffect } from './explain/distinguishing-features.ts'
export { setApart } from './explain/distinguishing-features.ts'
export { type ClusterExplanation, type Explanation, explain } from './explain/explain.ts'
export { type LeftOut, leaveOneOut } from './explain/leave-one-out.ts'
export { nameClusters } from './explain/name-clusters.ts'
export { sampleNeighbours } from './explain/near-samples.ts'

// New samples

export { type Assignment, assign } from './assign/assign.ts'
export type { Model } from './assign/model.ts'
export { trainModel } from './assign/train-model.ts'

// The computer

export type { Device } from './runtime/device/device.ts'
export type { StopSignal } from './runtime/drive.ts'
export type { RuntimeOptions } from './runtime/runtime-options.ts'

// Errors

export { InputError, type InputErrorInfo } from './input-error.ts'
