import type { NumberArray } from '../bytes/stored-value.ts'
import type { Strays } from './stray-cells.ts'
import type { TextColumn } from './text-column.ts'

/** A table with one sample a row: all plain number columns side by side, text columns, and columns that hold a whole vector a row. */
export interface Table {
  rows: number
  /** rows × names.length numbers, row after row. */
  numbers: { names: string[]; data: Float64Array }
  texts: TextColumn[]
  vectors: { name: string; width: number; data: NumberArray }[]
  /** Names in the order of the file. */
  order: string[]
  /** False where the names are made up (`column 1`, …). */
  named: boolean
  /** Columns of types that are not read, with the type in words. */
  leftOut?: { name: string; what: string }[]
  /** What the reader has to say, one sentence each. */
  warnings?: string[]
  /** Cells in columns of numbers that hold none, of which a warning is to tell. */
  strays?: Strays
}
