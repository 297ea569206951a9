import { counted } from '@manyview/core/words'
import { badFile } from '../bytes/bad-file.ts'
import type { MemoryBudget } from '../bytes/memory-budget.ts'
import type { NumberArray } from '../bytes/stored-value.ts'

/** Vectors of the same length one after the other. */
export interface FlatVectors {
  width: number
  data: NumberArray
}

/** True for what a reader gives when it has put a column's vectors side by side already. */
export function isFlat(values: object): values is FlatVectors {
  return 'width' in values
}

const mostValues = 2 ** 31

/** Puts the vectors of a column side by side as they come, one entry at a time, so that no list of lists is needed. All must have the length of the first. */
export class VectorBuilder {
  private readonly file: string
  private readonly name: string
  private readonly rows: number
  private readonly budget: MemoryBudget
  private readonly single: boolean
  /** The first vector, which tells the length; empty afterwards. */
  private first: number[] = []
  private result: FlatVectors | null = null
  private row = -1
  private entry = 0
  private missing = false

  /** `single` keeps the numbers in single precision. */
  constructor(file: string, name: string, rows: number, budget: MemoryBudget, single: boolean) {
    this.file = file
    this.name = name
    this.rows = rows
    this.budget = budget
    this.single = single
  }

  /** Begins the next row; one that is missing holds NaN throughout. */
  next(missing: boolean): void {
    if (this.row >= 0) this.close()
    this.row++
    this.entry = 0
    this.missing = missing
  }

  push(value: number): void {
    if (!this.result) this.first.push(value)
    else if (this.entry < this.result.width && this.row < this.rows)
      this.result.data[this.row * this.result.width + this.entry] = value
    this.entry++
  }

  /** All vectors; null where every row is missing. */
  finish(): FlatVectors | null {
    if (this.row >= 0) this.close()
    if (this.row + 1 !== this.rows)
      throw badFile(
        this.file,
        `column "${this.name}" has ${counted(this.row + 1, 'vector')} for ${counted(this.rows, 'row')}, get the file again`,
      )
    return this.result
  }

  private close(): void {
    if (this.missing) {
      if (this.result && this.row < this.rows) this.fillRow(this.result)
      return
    }
    this.result ??= this.begin()
    if (this.entry !== this.result.width) throw unequal(this.file, this.name, this.row, this.entry, this.result.width)
  }

  /** The length is known: makes room for all rows, those that were missing so far as NaN. */
  private begin(): FlatVectors {
    const width = this.entry
    const data = vectorRoom(this.file, this.name, this.rows, width, this.budget, this.single)
    data.fill(Number.NaN, 0, this.row * width)
    data.set(this.first, this.row * width)
    this.first = []
    return { width, data }
  }

  private fillRow({ width, data }: FlatVectors): void {
    data.fill(Number.NaN, this.row * width, (this.row + 1) * width)
  }
}

/** Room for a vector a row, once the budget allows it: rows without a vector take no bytes in a file but do in memory. */
export function vectorRoom(
  file: string,
  name: string,
  rows: number,
  width: number,
  budget: MemoryBudget,
  single: boolean,
): Float32Array | Float64Array {
  if (rows * width > mostValues)
    throw badFile(file, `"${name}" holds ${rows}×${width} numbers, split it into several files`)
  budget.claim(8 * rows * width, `column "${name}" of ${rows}×${width} numbers`)
  return single ? new Float32Array(rows * width) : new Float64Array(rows * width)
}

/** What to say of vectors of different lengths. */
export function unequal(file: string, name: string, row: number, actual: number | null, width: number) {
  const what = actual === null ? 'no list' : counted(actual, 'number')
  return badFile(
    file,
    `"${name}" has ${what} in row ${row + 1} but ${width} in others, give all rows vectors of the same length`,
  )
}
