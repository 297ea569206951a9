import { counted, plural } from '@manyview/core/words'
import { badFile, guardLibrary } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { buildTable, type RawColumn } from '../../table/build-table.ts'
import type { Table } from '../../table/table.ts'
import { VectorBuilder } from '../../table/vector-column.ts'
import { embeddingRecords, fromNamedLists, fromRecords, isRecord, type JsonRecord } from './records.ts'

const mostBytes = 2 ** 29 - 2 ** 20
const headBytes = 1 << 16

/**
 * Reads JSON (a list of records, a list of lists of numbers, a record of columns, of vectors by id or of records, or a service's answer with embeddings) and JSON
 * Lines (one record per line). A field that holds a list of numbers is a vector column, so that one embedding field is one view.
 */
export async function readJson(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  if (await isRecordLines(source)) return guardLibrary(source.name, 'JSON', () => readJsonLines(source, keepText))
  if (source.byteLength > mostBytes)
    throw badFile(
      source.name,
      `has ${source.byteLength} bytes, more than JSON can have here (${mostBytes}), use NPY or Parquet`,
    )
  await checkHeap(source)
  return guardLibrary(source.name, 'JSON', async () => {
    const text = new TextDecoder().decode(await source.slice(0))
    const records = parse(source.name, text)
    const budget = new MemoryBudget(source)
    const list = Array.isArray(records) ? records : embeddingRecords(records)
    const {
      rows,
      columns,
      warnings = [],
    } = list ? fromRecords(source.name, list, budget) : fromNamedLists(source.name, records as JsonRecord, budget)
    const table = buildTable(source, rows, columns, keepText)
    return { ...table, warnings: [...warnings, ...(table.warnings ?? [])] }
  })
}

/** True when the first line is a whole record and something comes after it. */
async function isRecordLines(source: ByteSource): Promise<boolean> {
  for (let size = headBytes; size < mostBytes; size *= 4) {
    const head = await source.slice(0, Math.min(size, source.byteLength))
    // Only a record (after a byte-order mark, maybe) makes it worth to look for the end of its line.
    if (head.find((code) => code > 32 && code < 128) !== 123) return false
    const end = head.indexOf(10)
    if (end < 0 && size < source.byteLength) continue
    const line = new TextDecoder().decode(head.subarray(0, Math.max(0, end))).trim()
    return line.startsWith('{') && isWhole(line) && source.byteLength > end + 1 && !(await isBlank(source, end))
  }
  return false
}

/** True when what follows is short and blank. */
async function isBlank(source: ByteSource, begin: number): Promise<boolean> {
  const tail = await source.slice(begin, Math.min(begin + headBytes, source.byteLength))
  return begin + tail.length === source.byteLength && tail.every((code) => code <= 32)
}

function parse(file: string, text: string): unknown[] | Record<string, unknown> {
  const lines = text.trim().split('\n')
  const isLines =
    lines.length > 1 && /^\s*[[{].*[\]}]\s*,?\s*$/.test(lines[0].slice(0, 1) + lines[0].slice(-3)) && isWhole(lines[0])
  if (isLines) return lines.filter((line) => line.trim()).map((line, i) => parseOne(file, line, `line ${i + 1}`))
  const value = parseOne(file, text, 'the text')
  if (value === null || typeof value !== 'object')
    throw badFile(file, 'holds no list and no record, give a list of records')
  const single =
    lines.length === 1 && isRecord(value) && !Object.values(value).some((inner) => typeof inner === 'object')
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

/** Bytes of memory that a list, a record and each further value take once they are parsed, about. */
const [listBytes, recordBytes, valueBytes] = [32, 56, 24]
const mostParsedBytes = 1.5e9

/** Refuses a JSON text whose lists, records and values would fill the memory of the engine, before it is parsed: engines end the program then. Commas within texts count, too. */
export async function checkHeap(source: ByteSource): Promise<void> {
  let [lists, records, values] = [0, 0, 0]
  await inParts(source, 0, (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      const code = bytes[i]
      if (code === 44) values++
      else if (code === 91) lists++
      else if (code === 123) records++
    }
    return bytes.length
  })
  const needed = lists * listBytes + records * recordBytes + values * valueBytes
  if (needed > mostParsedBytes)
    throw badFile(
      source.name,
      `holds about ${lists + records + values} values, which take ${needed} bytes to parse (limit ${mostParsedBytes}), save it as NPY, Parquet or one record per line`,
      { needed, limit: mostParsedBytes },
    )
}

const mostColumns = 200_000

/** A field as it fills: plain values, or vectors side by side. */
type Field = { values: unknown[] } | { vectors: VectorBuilder }

/**
 * Reads records, one per line, in parts: each line is forgotten once its fields are put down. A field that holds a list of numbers is a vector column. Lines of a batch
 * of embeddings give the records of their answers; requests that failed are left out with a warning.
 */
async function readJsonLines(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  const decoder = new TextDecoder()
  let lines = 0
  let rows = 0
  let failed = 0
  let batch = false
  await eachLine(source, (line) => {
    if (lines === 0 || batch) {
      const answers = embeddingRecords(parseRecord(source.name, decoder.decode(line), lines))
      if (lines === 0) batch = answers !== null
      if (batch) rows += answers?.length ?? 0
      if (batch && !answers?.length) failed++
    }
    lines++
  })
  if (!batch) rows = lines
  const budget = new MemoryBudget(source)
  const fields = new Map<string, Field>()
  let row = 0
  let at = 0
  await eachLine(source, (line) => {
    const record = parseRecord(source.name, decoder.decode(line), at++)
    for (const one of batch ? (embeddingRecords(record) ?? []) : [record]) put(one)
  })
  const columns = [...fields].map(([name, field]): RawColumn => {
    if ('values' in field) return { name, values: field.values }
    return { name, values: field.vectors.finish()! }
  })
  const table = buildTable(source, rows, columns, keepText)
  if (failed === 0) return table
  const warning = `${failed} of ${counted(lines, 'request')} ${plural(failed, 'has no embedding and is', 'have no embedding and are')} left out`
  return { ...table, warnings: [warning, ...(table.warnings ?? [])] }

  function put(record: JsonRecord): void {
    for (const [name, value] of Object.entries(record)) fill(name, value)
    for (const [name, field] of fields) if ('vectors' in field && !Object.hasOwn(record, name)) field.vectors.next(true)
    row++
  }

  function fill(name: string, value: unknown): void {
    let field = fields.get(name)
    const vectors = field !== undefined && 'vectors' in field
    // Lists of text, such as tags, are no vectors and may be empty.
    if (Array.isArray(value) && (vectors || (value.length > 0 && typeof value[0] !== 'string'))) {
      if (!field || !('vectors' in field)) fields.set(name, (field = beginVectors(name, field)))
      field.vectors.next(false)
      for (const entry of value) field.vectors.push(numberOf(source.name, name, entry))
      return
    }
    if (field && 'vectors' in field) {
      if (value !== null) throw noList(source.name, name, row)
      field.vectors.next(true)
      return
    }
    if (!field) {
      if (fields.size >= mostColumns) throw badFile(source.name, 'has records with too many different fields')
      // A field that only some records have takes a place in all.
      budget.claim(8 * rows, `field "${name.slice(0, 80)}"`)
      fields.set(name, (field = { values: new Array(rows).fill(null) }))
    }
    field.values[row] = value
  }

  /** Vectors from this row on; those before it are missing. */
  function beginVectors(name: string, earlier: Field | undefined): { vectors: VectorBuilder } {
    if (earlier && 'values' in earlier) {
      const other = earlier.values.findIndex((value) => value !== null)
      if (other >= 0) throw noList(source.name, name, other)
    }
    const vectors = new VectorBuilder(source.name, name, rows, budget, false)
    for (let i = 0; i < row; i++) vectors.next(true)
    return { vectors }
  }
}

function noList(file: string, name: string, row: number) {
  return badFile(
    file,
    `"${name}" has no list in row ${row + 1} but in others, give all rows vectors of the same length`,
  )
}

function numberOf(file: string, name: string, entry: unknown): number {
  if (entry === null) return Number.NaN
  if (typeof entry === 'object') throw badFile(file, `"${name}" holds lists of lists, give one vector a row`)
  if (typeof entry === 'string') throw badFile(file, `"${name}" holds lists of text, give numbers`)
  return Number(entry)
}

function parseRecord(file: string, line: string, row: number): Record<string, unknown> {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch (error) {
    throw badFile(file, `line ${row + 1} is no JSON (${(error as Error).message.slice(0, 120)}), correct it`)
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    throw badFile(file, `row ${row + 1} is no record, give one record a row`)
  return record as Record<string, unknown>
}

/** The lines that are not blank, without their end. */
async function eachLine(source: ByteSource, visit: (line: Uint8Array) => void): Promise<void> {
  await inParts(source, 0, (bytes, last) => {
    let at = 0
    while (at < bytes.length) {
      const lineEnd = bytes.indexOf(10, at)
      if (lineEnd < 0 && !last) return at
      const line = bytes.subarray(at, lineEnd < 0 ? bytes.length : lineEnd)
      if (line.some((code) => code > 32)) visit(line)
      at += line.length + 1
    }
    return bytes.length
  })
}
