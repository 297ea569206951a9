import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { guardLibrary } from '../bytes/guard-library.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import { buildTable, type RawColumn } from '../table/build-table.ts'
import type { Table } from '../table/table.ts'
import { readJsonLines } from './read-json-lines.ts'

const mostBytes = 2 ** 29 - 2 ** 20
const mostColumns = 200_000
const headBytes = 1 << 16

/**
 * Reads JSON (a list of records, a list of lists of numbers, or a record of columns) and JSON Lines (one record a line). A field that holds a list of
 * numbers is a vector column, so that one embedding field is one view.
 */
export async function readJson(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  if (await isRecordLines(source)) return guardLibrary(source.name, 'JSON', () => readJsonLines(source, keepText))
  if (source.byteLength > mostBytes)
    throw badFile(
      source.name,
      `has ${source.byteLength} bytes, more than JSON can have here (${mostBytes}), use NPY or Parquet`,
    )
  return guardLibrary(source.name, 'JSON', async () => {
    const text = new TextDecoder().decode(await source.slice(0))
    const records = parse(source.name, text)
    const { rows, columns } = Array.isArray(records)
      ? fromRecords(source.name, records, new MemoryBudget(source))
      : fromColumns(source.name, records)
    return buildTable(source, rows, columns, keepText)
  })
}

/** True when the first line is a whole record and something comes after it. */
async function isRecordLines(source: ByteSource): Promise<boolean> {
  for (let size = headBytes; size < mostBytes; size *= 4) {
    const head = await source.slice(0, Math.min(size, source.byteLength))
    const end = head.indexOf(10)
    if (end < 0 && size < source.byteLength) continue
    const line = new TextDecoder().decode(head.subarray(0, Math.max(0, end))).trim()
    return line.startsWith('{') && isWhole(line) && source.byteLength > end + 1 && !(await isBlank(source, end))
  }
  return false
}

/** True when what follows is short and blank. */
async function isBlank(source: ByteSource, begin: number): Promise<boolean> {
  const rest = await source.slice(begin, Math.min(begin + headBytes, source.byteLength))
  return begin + rest.length === source.byteLength && rest.every((code) => code <= 32)
}

function parse(file: string, text: string): unknown[] | Record<string, unknown> {
  const lines = text.trim().split('\n')
  const isLines =
    lines.length > 1 && /^\s*[[{].*[\]}]\s*,?\s*$/.test(lines[0].slice(0, 1) + lines[0].slice(-3)) && isWhole(lines[0])
  if (isLines) return lines.filter((line) => line.trim()).map((line, i) => parseOne(file, line, `line ${i + 1}`))
  const value = parseOne(file, text, 'the text')
  if (value === null || typeof value !== 'object')
    throw badFile(file, 'holds no list and no record, give a list of records')
  const single = lines.length === 1 && !Array.isArray(value) && !Object.values(value).some(Array.isArray)
  return single ? [value] : (value as unknown[] | Record<string, unknown>)
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function parseOne(file: string, text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badFile(file, `${where} is no JSON (${(error as Error).message.slice(0, 120)}), correct it`)
  }
}

function fromRecords(file: string, records: unknown[], budget: MemoryBudget): { rows: number; columns: RawColumn[] } {
  const rows = records.length
  if (records.every(Array.isArray)) {
    const width = (records[0] as unknown[] | undefined)?.length ?? 0
    const ragged = (records as unknown[][]).findIndex((record) => record.length !== width)
    if (ragged >= 0)
      throw badFile(
        file,
        `row ${ragged + 1} has ${(records[ragged] as unknown[]).length} values but the first has ${width}, give all the same`,
      )
    return {
      rows,
      columns: Array.from({ length: width }, (_, j) => ({
        name: `column ${j + 1}`,
        values: (records as unknown[][]).map((record) => record[j]),
      })),
    }
  }
  const places = new Map<string, unknown[]>()
  records.forEach((record, i) => {
    if (record === null || typeof record !== 'object' || Array.isArray(record))
      throw badFile(file, `row ${i + 1} is no record, give one record a row`)
    for (const [name, value] of Object.entries(record)) {
      let values = places.get(name)
      if (!values) {
        if (places.size >= mostColumns) throw badFile(file, 'has records with too many different fields')
        // A field that only some records have takes a place in all.
        budget.claim(8 * rows, `field "${name.slice(0, 80)}"`)
        places.set(name, (values = new Array(rows).fill(null)))
      }
      values[i] = value
    }
  })
  return { rows, columns: [...places].map(([name, values]) => ({ name, values })) }
}

function fromColumns(
  file: string,
  record: Record<string, unknown>,
): { rows: number; columns: { name: string; values: unknown[] }[] } {
  const columns = Object.entries(record).flatMap(([name, values]) =>
    Array.isArray(values) ? [{ name, values: values as unknown[] }] : [],
  )
  if (columns.length === 0) throw badFile(file, 'holds no lists, give a list of records or a record of lists')
  const rows = columns[0].values.length
  const other = columns.find(({ values }) => values.length !== rows)
  if (other)
    throw badFile(
      file,
      `"${other.name}" has ${other.values.length} entries but "${columns[0].name}" has ${rows}, give all the same`,
    )
  return { rows, columns }
}
