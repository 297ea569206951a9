import type { DenseValue, SparseValue } from '../bytes/stored-value.ts'
import type { SampleAxis } from './to-view.ts'

/** What the numbers of a view are. */
export type ViewKind = 'numeric' | 'counts' | 'binary' | 'categorical'

/** A matrix that is to become a view. */
export interface FoundView {
  name: string
  source: string
  value: DenseValue | SparseValue
  axis: SampleAxis
  ids: string[] | null
  kind?: ViewKind
  weight?: number
  /** One name a feature, where the file has them. */
  featureNames?: string[]
}

/** A vector that may be the true classes. */
export interface FoundLabels {
  name: string
  values: string[]
  ids: string[] | null
  /** The table whose column it is. */
  table?: string
}

/** What one file, or several files of arrays together, hold. */
export interface Findings {
  views: FoundView[]
  labels: FoundLabels[]
  notes: string[]
  warnings: string[]
}
