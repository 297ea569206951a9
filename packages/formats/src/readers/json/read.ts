import { badFile, guardLibrary } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/in-parts.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { buildTable } from '../../table/build-table.ts'
import type { Table } from '../../table/table.ts'
import { readJsonLines } from './read-lines.ts'
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
