import { badFile } from '../../bytes/bad-file.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'

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
