import { counted, plural } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { buildTable } from '../../table/build-table.ts'
import { isLabelName } from '../../table/column-names.ts'
import { findHeader } from '../../table/find-header.ts'
import type { Table } from '../../table/table.ts'
import type { Contents } from '../read-source.ts'

/** The sheets of a spreadsheet, and the names of those that are hidden and not read. */
export interface Workbook {
  grids: SheetGrid[]
  hidden: string[]
}

const sampleRows = 60

/** A table for each sheet with numbers; the only one is named after the file, several after their sheets. */
export function workbookContents(
  source: ByteSource,
  { grids, hidden }: Workbook,
  keepText: (name: string) => boolean,
): Contents[] {
  const filled = grids.filter(({ rows }) => rows > 0)
  if (filled.length === 0) throw badFile(source.name, 'has no sheet with cells, give at least one')
  const tables = filled.map((grid) => ({ grid, table: sheetTable(source, grid, keepText) }))
  const useful = tables.filter(({ table }) => isUseful(table))
  const chosen = useful.length > 0 ? useful : tables
  const left = [...tables.filter((one) => !chosen.includes(one)).map(({ grid }) => grid.name), ...hidden]
  if (left.length > 0)
    chosen[0].table.warnings?.push(`sheets left out, hidden or without numbers: ${left.slice(0, 10).join(', ')}`)
  return chosen.map(({ grid, table }) => ({
    source: chosen.length > 1 ? `${source.name}/${grid.name}` : source.name,
    kind: 'table',
    table,
  }))
}

function isUseful({ numbers, vectors, texts }: Table): boolean {
  return numbers.names.length + vectors.length > 0 || texts.some(({ name }) => isLabelName(name))
}

function sheetTable(source: ByteSource, grid: SheetGrid, keepText: (name: string) => boolean): Table {
  const columns = grid.columns.filter((cells) => cells.length > 0)
  const where = `${source.name}, sheet "${grid.name}"`
  const records = Array.from({ length: Math.min(sampleRows, grid.rows) }, (_, i) =>
    columns.map((cells) => cellText(cells[i] ?? null)),
  )
  const { titles, hasHeader, names } = findHeader(where, records)
  const skip = titles + (hasHeader ? 1 : 0)
  const rows = grid.rows - skip
  if (rows === 0) throw badFile(where, 'has a header but no rows, give at least one')
  const table = buildTable(
    source,
    rows,
    columns.map((cells, j) => ({ name: names[j], values: cells.slice(skip) })),
    keepText,
  )
  const warnings = [...(table.warnings ?? [])]
  if (titles > 0)
    warnings.push(`${counted(titles, 'row')} above the table left out: ${records[0].join(' ').trim().slice(0, 60)}`)
  if (grid.uncomputed > 0)
    warnings.push(
      `${counted(grid.uncomputed, 'formula')} ${plural(grid.uncomputed, 'has no stored value and counts', 'have no stored value and count')} as missing, open and save the file in a spreadsheet program`,
    )
  return { ...table, named: hasHeader, warnings }
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString()
  return String(cell)
}

/** What a cell of a sheet holds; null where it is empty. */
export type Cell = number | string | boolean | Date | null

const mostColumns = 16_384

/** The cells of a sheet, column by column; rows without any are left out. */
export class SheetGrid {
  readonly columns: Cell[][] = []
  rows = 0
  /** Formulas whose value was never computed. */
  uncomputed = 0
  readonly name: string
  private readonly file: string
  private readonly budget: MemoryBudget
  private filled = false

  constructor(file: string, name: string, budget: MemoryBudget) {
    this.file = file
    this.name = name
    this.budget = budget
  }

  /** Puts a cell into the row that is being filled; columns count from 0. */
  put(column: number, value: Cell): void {
    if (value === null || value === '') return
    if (!(column >= 0 && column < mostColumns))
      throw badFile(
        this.file,
        `sheet "${this.name}" has a cell in column ${column + 1} (largest ${mostColumns}), get the file again`,
      )
    while (this.columns.length <= column) this.columns.push([])
    const cells = this.columns[column]
    this.budget.claim(8 * (this.rows + 1 - cells.length), `sheet "${this.name}"`)
    while (cells.length < this.rows) cells.push(null)
    cells[this.rows] = value
    this.filled = true
  }

  /** Ends the row; `times` rows are alike. */
  endRow(times = 1): void {
    if (!this.filled) return
    this.filled = false
    this.rows++
    for (let copy = 1; copy < times; copy++) {
      for (const cells of this.columns) if (cells.length === this.rows) this.repeat(cells)
      this.rows++
    }
  }

  private repeat(cells: Cell[]): void {
    this.budget.claim(8, `sheet "${this.name}"`)
    cells.push(cells[cells.length - 1])
  }
}
