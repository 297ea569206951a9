import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import { isSpecialColumn } from './column-names.ts'
import type { Table } from './table.ts'
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
  const file = source.name
  const budget = new MemoryBudget(source)
  if (rows === 0 || columns.length === 0) throw badFile(file, 'holds no rows, give at least one')
  const names = columns.map(({ name }) => name)
  const kinds = columns.map((column, j) => columnKind(column, rows, j, names, keepText))
  const listed = (kind: string) =>
    columns.flatMap(({ name, values }, j) => (kinds[j] === kind && !isFlat(values) ? [{ name, values }] : []))
  const numeric = listed('number')
  if (rows * numeric.length > mostValues)
    throw badFile(file, `holds ${rows}×${numeric.length} numbers, split it into several files`)
  const data = new Float64Array(rows * numeric.length)
  numeric.forEach(({ values }, j) => {
    for (let i = 0; i < rows; i++) data[i * numeric.length + j] = toNumber(values[i])
  })
  return {
    rows,
    numbers: { names: numeric.map(({ name }) => name), data },
    texts: listed('text').map(({ name, values }) => ({
      name,
      values: Array.from({ length: rows }, (_, i) => toText(values[i])),
    })),
    vectors: columns.flatMap((column, j) => (kinds[j] === 'vector' ? [vectorColumn(file, column, rows, budget)] : [])),
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
  if (isFlat(values)) return 'vector'
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

function vectorColumn(file: string, { name, values }: RawColumn, rows: number, budget: MemoryBudget) {
  if (isFlat(values)) {
    if (values.data.length !== rows * values.width)
      throw badFile(file, `"${name}" has ${values.data.length} numbers for ${rows}×${values.width}, get the file again`)
    return { name, ...values }
  }
  let some = 0
  while (!isVector(values[some])) some++
  const first = values[some] as ArrayLike<unknown>
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
      data[i * width + j] = toNumber(entry)
    }
  }
  return { name, width, data }
}
