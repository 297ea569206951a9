import type { ShapedView } from '@manyview/core/numerics'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { DenseValue, SparseValue } from '../bytes/stored-value.ts'
import type { Table } from '../table/table.ts'
import type { HeldView } from './rows/take-samples.ts'
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
  /** One name per feature, where the file has them. */
  featureNames?: string[]
  /** How a part of the table gives its part of the view; undefined for what is no table's. */
  fromTable?: TableColumns<DenseValue | SparseValue>
  /** Things that are to become views: `value` then holds their places, so that they go wherever the samples go. */
  things?: FoundThings
}

/** Texts and paths of a table's column, or files of their own. */
type FoundThings = { kind: 'texts' | 'pictures' } & ({ cells: string[] } | { files: ByteSource[] })

/** What a part of a table holds of something that was found in its first part. */
interface TableColumns<T> {
  take(part: Table): T
  /** Which of the text columns has the ids; null: none. */
  idColumn: number | null
}

/** A vector that may be the true classes, or that describes the samples. */
export interface FoundLabels {
  name: string
  /** True: it describes the samples, and nothing says that it is their classes. */
  metadata?: boolean
  values: string[]
  ids: string[] | null
  /** The table whose column it is. */
  table?: string
  fromTable?: TableColumns<string[]>
}

/** What one file, or several files of arrays together, hold. */
export interface Findings {
  views: FoundView[]
  labels: FoundLabels[]
  notes: string[]
  warnings: string[]
}

/** One view as read, with the file it came from. `weight` is what a manifest gives it. */
export interface DatasetView<V extends ShapedView = HeldView> {
  name: string
  view: V
  kind: ViewKind
  source: string
  weight?: number
  /** One name per feature, where the file has them. */
  featureNames?: string[]
}
