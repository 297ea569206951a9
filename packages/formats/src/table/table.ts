import type { NumberArray } from '../bytes/stored-value.ts'
import type { Strays } from './stray-cells.ts'

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

/** A column of text. */
export interface TextColumn {
  name: string
  values: string[]
  /** True for numbers that only count the rows, which are no feature. */
  countsRows?: boolean
  /** Where `values` are only a part of the column: what the whole of it holds. */
  whole?: WholeColumn
}

/** What is known of a column of which only a part is at hand. */
export interface WholeColumn {
  rows: number
  /** Number of different values. */
  distinct: number
  /** The different values in order of first appearance; none where there are more than a column of categories may have. */
  levels: string[]
  /** True where all values are numbers. */
  numeric: boolean
}

/** Different values of a column, and its rows, over all parts. */
export function countLevels({ values, whole }: TextColumn): { distinct: number; rows: number } {
  return whole ?? { distinct: new Set(values).size, rows: values.length }
}

/** The different values in order of first appearance, over all parts. */
export function levelsOf({ values, whole }: TextColumn): string[] {
  return whole?.levels ?? [...new Set(values)]
}

/** A date as text: `2024-01-05`, with the time of day behind it where it is not midnight; nothing for no date. In Greenwich's time, as most files keep it. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  return date
    .toISOString()
    .replace('T00:00:00.000Z', '')
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
}

/** A time of day, given in milliseconds, as text: `10:30:00`. */
export function timeText(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime())
    ? ''
    : date
        .toISOString()
        .slice(11)
        .replace(/(\.000)?Z$/, '')
}
