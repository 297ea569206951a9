import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import { isSpecialColumn } from './column-names.ts'
import { isMissingMark, parseNumber } from './parse-number.ts'
import { areFew, StrayCells } from './stray-cells.ts'
import { dateText, type Table } from './table.ts'
import { type FlatVectors, isFlat, unequal, vectorRoom } from './vector-column.ts'

/** One column as a reader gives it: numbers, text, truth values, dates or vectors, in any mixture, or vectors side by side. */
export interface RawColumn {
  name: string
  values: ArrayLike<unknown> | FlatVectors
}

const mostValues = 2 ** 31

/** Makes a table of columns: numbers and truth values side by side, lists of equal length as vectors, all else as text. Missing values are NaN or empty. O(values). */
export function buildTable(
  source: ByteSource,
  rows: number,
  columns: RawColumn[],
  keepText: (name: string) => boolean,
): Table {
  const names = columns.map(({ name }) => name)
  const builder = new TableBuilder(source, rows, names, keepText)
  for (const column of columns) builder.add(column)
  return builder.finish()
}

/** Makes a table of columns that come one after the other, so that none has to be kept once it is added. */
export class TableBuilder {
  private readonly source: ByteSource
  private readonly rows: number
  private readonly names: string[]
  private readonly keepText: (name: string) => boolean
  private readonly most: number
  private readonly budget: MemoryBudget
  private readonly numeric: string[] = []
  private readonly texts: Table['texts'] = []
  private readonly vectors: Table['vectors'] = []
  private readonly strays: StrayCells
  private block = new Float64Array(0)
  private readonly left: NonNullable<Table['leftOut']> = []
  private added = 0

  /** `names` are those of all columns. */
  constructor(source: ByteSource, rows: number, names: string[], keepText: (name: string) => boolean) {
    if (rows === 0 || names.length === 0) throw badFile(source.name, 'holds no rows, give at least one')
    this.source = source
    this.rows = rows
    this.names = names
    this.keepText = keepText
    this.most = names.length
    this.budget = new MemoryBudget(source)
    this.strays = new StrayCells(names.length)
  }

  add(column: RawColumn): void {
    const { rows, source, most } = this
    const { name, values } = column
    const place = this.added++
    const kind = columnKind(column, rows, place, this.names, this.keepText)
    if (kind === 'vector' && !isFlat(values) && holdTexts(values, rows)) this.leaveOut(name, 'lists of text')
    else if (kind === 'vector' || isFlat(values))
      this.vectors.push(vectorColumn(source.name, column, rows, this.budget))
    else if (kind === 'text' || kind === 'counter') {
      const texts = Array.from({ length: rows }, (_, i) => toText(values[i]))
      this.texts.push({ name, values: texts, ...(kind === 'counter' ? { countsRows: true } : {}) })
    } else {
      if (rows * most > mostValues)
        throw badFile(source.name, `holds ${rows}×${most} numbers, split it into several files`)
      if (this.block.length === 0) this.block = new Float64Array(rows * most)
      const j = this.numeric.push(name) - 1
      for (let i = 0; i < rows; i++) {
        const number = toNumber(values[i])
        if (number === undefined) this.strays.add({ row: i, column: place, text: String(values[i]) })
        this.block[i * most + j] = number ?? Number.NaN
      }
    }
  }

  /** Notes a column that holds `what` and is not read. */
  leaveOut(name: string, what: string): void {
    this.left.push({ name, what })
  }

  finish(): Table {
    const { rows, texts, vectors, names, left } = this
    const strays = this.strays.strays(names, () => true, rows)
    return {
      rows,
      numbers: { names: this.numeric, data: this.closeRanks() },
      texts,
      vectors,
      order: names,
      named: true,
      ...(left.length > 0 ? { leftOut: left } : {}),
      ...(strays ? { strays } : {}),
    }
  }

  /** The numbers without the room of columns that turned out to hold none. */
  private closeRanks(): Float64Array {
    const { block, most, rows } = this
    const width = this.numeric.length
    if (width < most) for (let i = 1; i < rows; i++) block.copyWithin(i * width, i * most, i * most + width)
    return width * 2 < most ? block.slice(0, rows * width) : block.subarray(0, rows * width)
  }
}

function columnKind(
  { name, values }: RawColumn,
  rows: number,
  column: number,
  names: string[],
  keepText: (name: string) => boolean,
) {
  if (isFlat(values)) return 'vector'
  let whole = true
  let numbers = 0
  let odd = 0
  let fractions = 0
  for (let i = 0; i < rows; i++) {
    const value = values[i]
    if (value === null || value === undefined) continue
    if (isVector(value)) return 'vector'
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') numbers++
    else if (typeof value !== 'string') return 'text'
    else {
      const number = parseNumber(value)
      if (number === undefined) odd += Number(!isMissingMark(value))
      else fractions += Number(!Number.isInteger(number) && !Number.isNaN(number))
    }
    whole &&= typeof value !== 'number' || Number.isInteger(value)
    // Text from the first row on is the usual case, and settled early.
    if (numbers + fractions === 0 && typeof value === 'string' && i > 60) return 'text'
  }
  // Decimal numbers may come as texts; whole numbers that do are codes.
  const texts = rows > 0 && numbers + fractions === 0 && hasText(values, rows)
  if (texts || !areFew(odd, numbers + odd) || keepText(name) || isSpecialColumn(name, column, names, whole))
    return 'text'
  const counts = names.length > 1 && odd === 0 && countsRows(rows, (i) => toNumber(values[i]) ?? Number.NaN)
  return counts ? 'counter' : 'number'
}

function hasText(values: ArrayLike<unknown>, rows: number): boolean {
  for (let i = 0; i < rows; i++) if (typeof values[i] === 'string') return true
  return false
}

/** True for lists such as tags, told by the first that is not empty. */
function holdTexts(values: ArrayLike<unknown>, rows: number): boolean {
  for (let i = 0; i < rows; i++) {
    const list = values[i]
    if (isVector(list) && list.length > 0) return typeof list[0] === 'string'
  }
  return false
}

function isVector(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

/** The number of a cell, NaN where it is missing, undefined where it holds none. */
function toNumber(value: unknown): number | undefined {
  if (value === null || value === undefined) return Number.NaN
  return typeof value === 'string' ? parseNumber(value) : Number(value)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function vectorColumn(file: string, { name, values }: RawColumn, rows: number, budget: MemoryBudget) {
  if (isFlat(values)) {
    if (values.data.length !== rows * values.width)
      throw badFile(file, `"${name}" has ${values.data.length} numbers for ${rows}×${values.width}, get the file again`)
    return { name, ...values }
  }
  let firstRow = 0
  while (!isVector(values[firstRow])) firstRow++
  const first = values[firstRow] as ArrayLike<unknown>
  const width = first.length
  const data = vectorRoom(file, name, rows, width, budget, first instanceof Float32Array)
  for (let i = 0; i < rows; i++) {
    const vector = values[i]
    if (vector === null || vector === undefined) {
      data.fill(Number.NaN, i * width, (i + 1) * width)
      continue
    }
    if (!isVector(vector) || vector.length !== width)
      throw unequal(file, name, i, isVector(vector) ? vector.length : null, width)
    for (let j = 0; j < width; j++) {
      const entry = vector[j]
      if (entry !== null && typeof entry === 'object')
        throw badFile(file, `"${name}" holds lists of lists, give one vector a row`)
      if (typeof entry === 'string') throw badFile(file, `"${name}" holds lists of text, give numbers`)
      data[i * width + j] = toNumber(entry) ?? Number.NaN
    }
  }
  return { name, width, data }
}

/** In fewer rows a column counts them by chance. */
export const fewRows = 8

/** True for a column of numbers that only counts the rows (1, 2, 3, …), which says nothing about a sample. */
export function countsRows(rows: number, value: (row: number) => number): boolean {
  if (rows < fewRows || !Number.isInteger(value(0))) return false
  for (let i = 1; i < rows; i++) if (value(i) !== value(0) + i) return false
  return true
}
