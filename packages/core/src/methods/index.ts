// `@manyview/core/methods`: the methods as data, what the order of the samples is worth to one, and what a method of one's own is written with.

// Methods

export { viewKinds } from '../views/treatments.ts'
export { defaultMethod, findMethod, methods } from './methods.ts'
export { optionText } from './option.ts'
export { validateOptions } from './validate-options.ts'

// What results are read with

export { holdsTrainingData } from '../assign/model.ts'
export type { ClusterCandidate } from '../choose/cluster-choice.ts'
export { outlierLimit } from '../evidence/outliers.ts'
export type { NearInView } from '../explain/near-samples.ts'
export { type GatheredMatrices, gatherClustering } from '../gather-clustering.ts'
export { cutNodes } from '../tree/cluster-tree.ts'
export { type FilledView, type Filling, fillingWarnings } from '../views/fill-missing.ts'

// What is asked of a fit

export type { Clusters } from '../choose/cluster-range.ts'
export type { Outliers } from '../choose/mark-outliers.ts'
export { isOrderFree, orderWarning } from './method.ts'

// To write one

export type { OptionSpec, OptionValues } from '../options.ts'
export { reporting } from '../runtime/steps.ts'
export { type Scaling, scaleView } from '../views/scale-view.ts'
export { completeResult } from './complete-result.ts'
export { emptyClustersWarnings, filledClusters } from './empty-clusters.ts'
export { requireMemory } from './memory-limit.ts'
export type { FitEstimate, FitSize, MethodResult, Task } from './method.ts'
export { option } from './option.ts'

// To run one without `cluster`

export { type NamedMatrix, type PreparedViews, type PrepareOptions, prepareViews } from '../views/prepare-views.ts'
export { countIncomplete, type Presence, refuseMissingViews } from './refuse-views.ts'
