import type { InputError } from '@manyview/core'
import { badFile } from '../bytes/bad-file.ts'
import { parseNumber } from './parse-number.ts'
import { unequal } from './vector-column.ts'

/** True for a field such as `[0.1, 0.2]` or `[0.1 0.2]`: a list of numbers in one cell. */
export function isVectorText(field: string): boolean {
  const entries = vectorEntries(field)
  return entries?.every((entry) => entry === '...' || parseNumber(entry) !== undefined) ?? false
}

function vectorEntries(field: string): string[] | null {
  const text = field.trim()
  const inside = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).trim() : ''
  return inside === '' ? null : inside.split(/\s*[,;\s]\s*/)
}

/** The vectors of a column whose cells are lists in brackets, as they come; a field without one is a missing row. */
export class VectorCells {
  private readonly file: string
  private readonly name: string
  private data = new Float64Array(0)
  private width = 0
  /** What is wrong with the row that came last; a text that is read in parts may end within a cell, which then comes again whole. */
  private doubt: { row: number; error: InputError } | null = null

  constructor(file: string, name: string) {
    this.file = file
    this.name = name
  }

  /** Puts the vector of a row down. Rows come in order; the last one may come again. */
  put(row: number, field: string): void {
    if (this.doubt && this.doubt.row !== row) throw this.doubt.error
    const error = this.write(row, field)
    this.doubt = error && { row, error }
  }

  /** All vectors side by side. */
  finish(rows: number): { name: string; width: number; data: Float64Array } {
    if (this.doubt) throw this.doubt.error
    this.grow(rows * this.width)
    return { name: this.name, width: this.width, data: this.data.subarray(0, rows * this.width) }
  }

  private write(row: number, field: string): InputError | null {
    const { file, name } = this
    const entries = vectorEntries(field)
    if (!entries) return Number.isNaN(parseNumber(field)) ? null : unequal(file, name, row, null, this.width)
    if (entries.includes('...'))
      return badFile(file, `"${name}" has a shortened vector in row ${row + 1}, write all its numbers`)
    if (this.width === 0) this.width = entries.length
    if (entries.length !== this.width) return unequal(file, name, row, entries.length, this.width)
    this.grow((row + 1) * this.width)
    for (let j = 0; j < entries.length; j++) {
      const value = parseNumber(entries[j])
      if (value === undefined)
        return badFile(file, `"${name}" has "${entries[j].slice(0, 20)}" in the vector of row ${row + 1}, give numbers`)
      this.data[row * this.width + j] = value
    }
    return null
  }

  private grow(length: number): void {
    if (length <= this.data.length) return
    const larger = new Float64Array(Math.max(length, Math.ceil(1.5 * this.data.length))).fill(Number.NaN)
    larger.set(this.data)
    this.data = larger
  }
}
