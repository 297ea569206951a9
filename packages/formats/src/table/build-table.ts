import { badFile } from '../bytes/bad-file.ts'
import { isSpecialColumn } from './column-names.ts'
import type { Table } from './table.ts'

/** One column as a library gives it: numbers, text, truth values, dates or vectors, in any mixture. */
export interface RawColumn {
  name: string
  values: ArrayLike<unknown>
}

const mostValues = 2 ** 31

/** Makes a table of columns: numbers and truth values side by side, lists of equal length as vectors, all else as text. Missing values are NaN or empty. O(values). */
export function buildTable(
  file: string,
  rows: number,
  columns: RawColumn[],
  keepText: (name: string) => boolean,
): Table {
  if (rows === 0 || columns.length === 0) throw badFile(file, 'holds no rows, give at least one')
  const names = columns.map(({ name }) => name)
  const kinds = columns.map((column, j) => columnKind(column, rows, j, names, keepText))
  const numeric = columns.filter((_, j) => kinds[j] === 'number')
  if (rows * numeric.length > mostValues)
    throw badFile(file, `holds ${rows}×${numeric.length} numbers, split it into several files`)
  const data = new Float64Array(rows * numeric.length)
  numeric.forEach(({ values }, j) => {
    for (let i = 0; i < rows; i++) data[i * numeric.length + j] = toNumber(values[i])
  })
  return {
    rows,
    numbers: { names: numeric.map(({ name }) => name), data },
    texts: columns.flatMap(({ name, values }, j) =>
      kinds[j] === 'text' ? [{ name, values: Array.from({ length: rows }, (_, i) => toText(values[i])) }] : [],
    ),
    vectors: columns.flatMap((column, j) => (kinds[j] === 'vector' ? [vectorColumn(file, column, rows)] : [])),
    order: names,
    named: true,
  }
}

function columnKind(
  { name, values }: RawColumn,
  rows: number,
  column: number,
  names: string[],
  keepText: (name: string) => boolean,
) {
  let whole = true
  for (let i = 0; i < rows; i++) {
    const value = values[i]
    if (value === null || value === undefined) continue
    if (isVector(value)) return 'vector'
    if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') return 'text'
    whole &&= typeof value !== 'number' || Number.isInteger(value)
  }
  return keepText(name) || isSpecialColumn(name, column, names, whole) ? 'text' : 'number'
}

function isVector(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

function toNumber(value: unknown): number {
  return value === null || value === undefined ? Number.NaN : Number(value)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function vectorColumn(file: string, { name, values }: RawColumn, rows: number) {
  const first = Array.from({ length: rows }, (_, i) => values[i]).find(isVector)!
  const width = first.length
  if (rows * width > mostValues)
    throw badFile(file, `"${name}" holds ${rows}×${width} numbers, split it into several files`)
  const single = first instanceof Float32Array
  const data = single ? new Float32Array(rows * width) : new Float64Array(rows * width)
  for (let i = 0; i < rows; i++) {
    const vector = values[i]
    if (vector === null || vector === undefined) {
      data.fill(Number.NaN, i * width, (i + 1) * width)
      continue
    }
    if (!isVector(vector) || vector.length !== width)
      throw badFile(
        file,
        `"${name}" has ${isVector(vector) ? `${vector.length} numbers` : 'no list'} in row ${i + 1} but ${width} in others, give all rows vectors of the same length`,
      )
    for (let j = 0; j < width; j++) {
      const entry = vector[j]
      if (entry !== null && typeof entry === 'object')
        throw badFile(file, `"${name}" holds lists of lists, give one vector a row`)
      if (typeof entry === 'string') throw badFile(file, `"${name}" holds lists of text, give numbers`)
      data[i * width + j] = toNumber(entry)
    }
  }
  return { name, width, data }
}
