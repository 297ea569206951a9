import { isMissingMark } from './parse-number.ts'

const shown = 5

/** A cell of a column of numbers that holds none. */
interface StrayCell {
  row: number
  column: number
  text: string
}

/** True when so few of a column's cells are no numbers that the column is one of numbers: one in ten, or a single one. */
export function areFew(strays: number, cells: number): boolean {
  return strays * 10 <= cells || (strays === 1 && cells >= 4)
}

/** Cells that are no numbers in columns of numbers. They are read as missing values, and one sentence names them. */
export class StrayCells {
  /** Cells per column that hold neither a number nor a sign for a missing value. */
  readonly counts: Uint32Array
  private readonly totals: Uint32Array
  private readonly first: StrayCell[][]

  constructor(columns: number) {
    this.counts = new Uint32Array(columns)
    this.totals = new Uint32Array(columns)
    this.first = Array.from({ length: columns }, () => [])
  }

  /** Books one cell; rows count from 0. */
  add(cell: StrayCell): void {
    const { column, text } = cell
    if (!isMissingMark(text)) this.counts[column]++
    this.totals[column]++
    if (this.first[column].length < shown) this.first[column].push(cell)
  }

  /** How many there are in columns of numbers, and the sentence about them. */
  told(names: readonly string[], isNumber: (column: number) => boolean): { strayCells: number; warnings: string[] } {
    const columns = names.map((_, j) => j).filter(isNumber)
    const strayCells = columns.reduce((sum, j) => sum + this.totals[j], 0)
    if (strayCells === 0) return { strayCells, warnings: [] }
    const cells = columns.flatMap((j) => this.first[j]).sort((a, b) => a.row - b.row || a.column - b.column)
    const named = cells
      .slice(0, shown)
      .map(({ row, column, text }) => `"${text.slice(0, 20)}" in row ${row + 1}, column ${names[column]}`)
    const what = strayCells === 1 ? '1 cell holds no number and counts' : `${strayCells} cells hold no number and count`
    const rest = strayCells > named.length ? '; …' : ''
    return { strayCells, warnings: [`${what} as missing: ${named.join('; ')}${rest}`] }
  }
}
