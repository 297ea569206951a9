import { counted, plural } from '@manyview/core/words'
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

  /** The stray cells in columns of numbers, of a table with `rows` rows; undefined where there are none. */
  strays(names: readonly string[], isNumber: (column: number) => boolean, rows: number): Strays | undefined {
    const columns = names.map((_, j) => j).filter(isNumber)
    const total = columns.reduce((sum, j) => sum + this.totals[j], 0)
    if (total === 0) return undefined
    const cells = columns.flatMap((j) => this.first[j]).sort((a, b) => a.row - b.row || a.column - b.column)
    return {
      total,
      cells: cells.slice(0, shown).map(({ row, column, text }) => ({ row, text, column: names[column] })),
      many: columns.some((j) => this.counts[j] * 10 > rows),
    }
  }
}

/** Stray cells of a table: how many, the first of them, and whether a column has more than one in ten of them. */
export interface Strays {
  total: number
  cells: { row: number; column: string; text: string }[]
  many: boolean
}

/** Those of a table that was read in parts, one after the other. */
export function joinStrays(parts: readonly { rows: number; strays?: Strays }[]): Strays | undefined {
  const all: Strays = { total: 0, cells: [], many: false }
  let before = 0
  for (const { rows, strays } of parts) {
    for (const cell of strays?.cells ?? [])
      if (all.cells.length < shown) all.cells.push({ ...cell, row: cell.row + before })
    all.total += strays?.total ?? 0
    all.many ||= strays?.many ?? false
    before += rows
  }
  return all.total > 0 ? all : undefined
}

/** The sentence about stray cells. */
export function strayWarning({ total, cells }: Strays): string {
  const named = cells.map(({ row, column, text }) => `"${text.slice(0, 20)}" in row ${row + 1}, column ${column}`)
  const what = `${counted(total, 'cell')} ${plural(total, 'holds', 'hold')} no number and ${plural(total, 'counts', 'count')}`
  return `${what} as missing: ${named.join('; ')}${total > named.length ? '; …' : ''}`
}
