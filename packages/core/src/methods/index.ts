// `@manyview/core/methods`: the methods as data, what the order of the samples is worth to one, and what a method of one's own is written with.

// Methods

export { type ViewKind, viewKinds } from '../views/treatments.ts'
export { defaultMethod, findMethod, methods } from './methods.ts'
export { optionText } from './option.ts'
export { validateOptions } from './validate-options.ts'

// What results and progress are read with

export { outlierLimit } from '../evidence/outliers.ts'
export { TimeLeft } from '../runtime/time-left.ts'

// What the order of the samples is worth to one

export { type AuditFit, auditPlan, type OrderedFits, orderedFits, orderVerdict } from '../metrics/order-audit.ts'
export { isOrderFree, orderWarning } from './method.ts'

// To write one

export type { OptionSpec, OptionValues } from '../options.ts'
export { reporting } from '../runtime/steps.ts'
export { type Scaling, scaleView } from '../views/scale-view.ts'
export { completeResult } from './complete-result.ts'
export { emptyClustersWarnings, filledClusters } from './empty-clusters.ts'
export { requireMemory } from './memory-limit.ts'
export type { FitEstimate, FitSize, Method, MethodResult, Task } from './method.ts'
export { option } from './option.ts'

// To run one without `cluster`

export { complete, drive, type PaceOptions } from '../runtime/drive.ts'
export { type NamedMatrix, type PreparedViews, type PrepareOptions, prepareViews } from '../views/prepare-views.ts'
export { countIncomplete, type Presence, refuseMissingViews } from './refuse-views.ts'
