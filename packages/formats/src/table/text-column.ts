/** A column of text. */
export interface TextColumn {
  name: string
  values: string[]
  /** True for numbers that only count the rows, which are no feature. */
  countsRows?: boolean
  /** Where `values` are only a part of the column (that of one rank): what the whole of it holds. */
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
