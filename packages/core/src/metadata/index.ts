// `@manyview/core/metadata`: how clusters go with what else is known of the samples and of the features.

// Tests

export {
  canTestFeatureSets,
  type FeatureSet,
  type FeatureSetEffect,
  testFeatureSets,
} from '../explain/test-feature-sets.ts'
export { type AssociateOptions, type Associations, associate } from './associate.ts'
export type { Association, GroupSurvival, Quartiles } from './association.ts'
export type { SurvivalColumns } from './find-survival.ts'
export { numberAtRisk, type SurvivalCurve } from './survival-curve.ts'

// Columns

export {
  type CategoryColumn,
  type ColumnKind,
  columnKinds,
  type MetadataColumn,
  type MetadataValue,
  type NumberColumn,
  typedColumn,
} from './column.ts'

// Columns that stand in a view, and those that clusters can be named by

export { nearestCategories, nearestColumn } from './association.ts'
export { type CircularColumn, circularColumns } from './circular-columns.ts'
