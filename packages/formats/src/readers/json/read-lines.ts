import { counted, plural } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/in-parts.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { buildTable, type RawColumn } from '../../table/build-table.ts'
import type { Table } from '../../table/table.ts'
import { VectorBuilder } from '../../table/vector-column.ts'
import { embeddingRecords, type JsonRecord } from './records.ts'

const mostColumns = 200_000

/** A field as it fills: plain values, or vectors side by side. */
type Field = { values: unknown[] } | { vectors: VectorBuilder }

/**
 * Reads records, one per line, in parts: each line is forgotten once its fields are put down. A field that holds a list of numbers is a vector column. Lines of a batch
 * of embeddings give the records of their answers; requests that failed are left out with a warning.
 */
export async function readJsonLines(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  const decoder = new TextDecoder()
  let lines = 0
  let rows = 0
  let failed = 0
  let batch = false
  await eachLine(source, (line) => {
    if (lines === 0 || batch) {
      const found = embeddingRecords(parseRecord(source.name, decoder.decode(line), lines))
      if (lines === 0) batch = found !== null
      if (batch) rows += found?.length ?? 0
      if (batch && !found?.length) failed++
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
      const found = bytes.indexOf(10, at)
      if (found < 0 && !last) return at
      const line = bytes.subarray(at, found < 0 ? bytes.length : found)
      if (line.some((code) => code > 32)) visit(line)
      at += line.length + 1
    }
    return bytes.length
  })
}
