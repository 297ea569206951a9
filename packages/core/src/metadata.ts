// `@manyview/core/metadata`: how clusters go with what else is known of the samples.

// Tests

export { type AssociateOptions, type Associations, associate } from './associate/associate.ts'
export type { Association, GroupSurvival, Quartiles } from './associate/association.ts'
export type { SurvivalColumns } from './associate/find-survival.ts'
export { numberAtRisk, type SurvivalCurve } from './associate/survival-curve.ts'

// Columns

export {
  type CategoryColumn,
  type ColumnKind,
  columnKinds,
  type MetadataColumn,
  type MetadataValue,
  type NumberColumn,
} from './associate/column.ts'

// Columns that stand in a view, and those that clusters can be named by

export { type CircularColumn, circularColumns } from './associate/circular-columns.ts'
export { nearestCategories } from './associate/nearest-categories.ts'
