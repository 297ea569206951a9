import { fewRows } from '../../table/build-table.ts'
import type { Table } from '../../table/table.ts'

/** Where a column that counts begins, and the number that must come next. */
interface Range {
  first: number
  next: number
}

/** Follows the columns that count the rows over the parts of a table: in the whole they do only where every part goes on where the one before ended. */
export class RowCounters {
  private readonly ranges = new Map<string, Range>()
  /** Columns of numbers that count, too, in parts with too few rows to say so. */
  private readonly maybe = new Map<string, Range>()
  private broken = false
  private begun = false

  has(name: string): boolean {
    return this.ranges.has(name)
  }

  add({ rows, texts, numbers, order }: Table): void {
    for (const { name, values, countsRows } of texts) {
      if (!this.begun && countsRows) this.ranges.set(name, { first: Number(values[0]), next: Number(values[0]) })
      const range = this.ranges.get(name)
      if (range && !counts(range, rows, (i) => Number(values[i]))) this.broken = true
    }
    const { names, data } = numbers
    names.forEach((name, j) => {
      if (!this.begun && rows < fewRows && order.length > 1) this.maybe.set(name, { first: data[j], next: data[j] })
      const range = this.maybe.get(name)
      if (range && !counts(range, rows, (i) => data[i * names.length + j])) this.maybe.delete(name)
    })
    this.begun = true
  }

  /** True when what counts in the parts counts through all of them, and nothing else does in the `total` rows. */
  goOn(total: number): boolean {
    return !this.broken && !(this.maybe.size > 0 && total >= fewRows)
  }
}

function counts(range: Range, rows: number, value: (row: number) => number): boolean {
  for (let i = 0; i < rows; i++) if (value(i) !== range.next++) return false
  return true
}
