import { InputError } from '@manyview/core'
import type { Ranks } from '@manyview/core/runtime'
import { counted, plural } from '@manyview/core/words'
import { guardLibrary } from '../../bytes/bad-file.ts'
import { type ByteSource, bytesSource } from '../../bytes/byte-source.ts'
import { firstLines } from '../../readers/csv/read.ts'
import { sniffCsv } from '../../readers/csv/sniff.ts'
import { readSource, type SourceOptions, type TableContents } from '../../readers/read-source.ts'
import { fewRows } from '../../table/build-table.ts'
import { looksNumeric } from '../../table/parse-number.ts'
import { joinStrays, type Strays } from '../../table/stray-cells.ts'
import type { Table, WholeColumn } from '../../table/table.ts'
import { mostLevels } from '../one-hot.ts'
import { broadcastJson, NotInParts, onFirst } from './exchange.ts'

/**
 * A delimited text or a Parquet file that rank 0 reads in parts, about `bytes` bytes of a text or one row group at a time; one reading goes before where there are several, since of text columns every part
 * says what the whole column holds. So every part becomes what it would be in the whole table. The other ranks get the first part without its numbers. Collective.
 */
export async function readTableInParts(
  source: ByteSource,
  format: 'csv' | 'parquet',
  options: SourceOptions,
  ranks: Ranks,
  bytes: number,
): Promise<TableContents> {
  const first = await onFirst(ranks, async () => {
    const contents = await readOnFirst(source, format, options, bytes)
    const rows = contents.rows!
    if (rows < ranks.size)
      throw new NotInParts(
        `there ${plural(rows, 'is', 'are')} ${counted(rows, 'sample')} for ${counted(ranks.size, 'rank')}`,
      )
    return contents
  })
  const outline = broadcastJson(ranks, first && outlineOf(first))
  if (first) return first
  const { rows, table } = outline!
  const numbers = { names: table.numbers.names, data: new Float64Array(table.rows * table.numbers.names.length) }
  const vectors = table.vectors.map((vector) => ({ ...vector, data: new Float64Array(table.rows * vector.width) }))
  return {
    source: source.name,
    kind: 'table',
    table: { ...table, numbers, vectors },
    rows,
    parts: { rows, async *read() {} },
  }
}

function outlineOf({ rows = 0, table }: TableContents) {
  const { numbers, vectors } = table
  return {
    rows,
    table: {
      ...table,
      numbers: { names: numbers.names },
      vectors: vectors.map(({ name, width }) => ({ name, width })),
    },
  }
}

async function readOnFirst(
  source: ByteSource,
  format: 'csv' | 'parquet',
  options: SourceOptions,
  bytes: number,
): Promise<TableContents> {
  const counters = new RowCounters()
  const texts = new Set<string>()
  // A short last part is read as the first one is, whatever its few rows look like.
  const partOptions = { ...options, keepText: (name: string) => texts.has(name) || options.keepText(name) }
  const read = () => (format === 'csv' ? csvTables(source, partOptions, bytes) : groupTables(source, partOptions))
  const columns = new Map<string, TextValues>()
  let first: Table | null = null
  let outline = ''
  const parts: { rows: number; strays?: Strays }[] = []
  let warnings = 0
  let rows = 0
  for await (const table of read()) {
    first ??= table
    warnings += table.warnings?.length ?? 0
    for (const { name } of table.texts) texts.add(name)
    counters.add(table)
    const partOutline = JSON.stringify([
      table.order,
      table.texts.map(({ name }) => name),
      table.vectors.map(nameAndWidth),
    ])
    outline = rows === 0 || partOutline === outline ? partOutline : 'mixed'
    rows += table.rows
    parts.push({ rows: table.rows, strays: table.strays })
    collect(table, columns)
  }
  if (outline === 'mixed')
    throw new NotInParts(`columns of ${source.name} hold text in some parts and numbers in others`)
  if (warnings > 0 && parts.length > 1) throw new NotInParts(`a warning about ${source.name} needs the whole of it`)
  const strays = joinStrays(parts)
  // In the whole such a column may be one of text.
  if (strays?.many && parts.length > 1)
    throw new NotInParts(`a part of ${source.name} has too many cells that are no numbers`)
  if (!counters.goOn(rows)) throw new NotInParts(`parts of ${source.name} do not tell which columns count the rows`)
  const whole = new Map([...columns].map(([name, values]) => [name, wholeColumn(values, rows)]))
  const withWhole = (table: Table): Table => ({
    ...table,
    strays,
    texts: table.texts.map((column) => ({
      ...column,
      countsRows: counters.has(column.name),
      whole: whole.get(column.name),
    })),
  })
  const table = withWhole(first!)
  const again = async function* () {
    if (parts.length === 1) yield table
    else for await (const part of read()) yield withWhole(part)
  }
  return { source: source.name, kind: 'table', table, rows, parts: { rows, read: again } }
}

function nameAndWidth({ name, width }: Table['vectors'][number]): [string, number] {
  return [name, width]
}

async function* csvTables(source: ByteSource, options: SourceOptions, bytes: number): AsyncGenerator<Table, void> {
  let rows = 0
  for await (const block of csvBlocks(source, bytes)) {
    const table = await inWholeText(readTable(block, options), rows)
    rows += table.rows
    yield table
  }
}

/** Names a row that cannot be read by its number in the whole text, of which `before` came first. */
async function inWholeText<T>(reading: Promise<T>, before: number): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const message = error.message.slice(`${error.argument}: `.length)
    throw new InputError(
      message.replace(/^row (\d+)/, (_, row) => `row ${Number(row) + before}`),
      error,
    )
  }
}

async function* groupTables(source: ByteSource, options: SourceOptions): AsyncGenerator<Table, void> {
  const groups = await countRowGroups(source)
  for (let begin = 0; begin < groups; begin++)
    yield readTable(source, { ...options, groups: () => ({ begin, end: begin + 1 }) })
}

async function readTable(source: ByteSource, options: SourceOptions): Promise<Table> {
  const contents = await readSource(source, options)
  if (contents.kind !== 'table') throw new TypeError(`${source.name} is a table in one part and none in another`)
  return contents.table
}

interface TextValues {
  values: Set<string>
  numeric: boolean
}

function collect({ texts }: Table, columns: Map<string, TextValues>): void {
  for (const { name, values } of texts) {
    const column = columns.get(name) ?? { values: new Set(), numeric: true }
    for (const value of values) column.values.add(value)
    column.numeric &&= values.every(looksNumeric)
    columns.set(name, column)
  }
}

/** What a text column holds, over all parts. */
function wholeColumn({ values, numeric }: TextValues, rows: number): WholeColumn {
  return { rows, distinct: values.size, levels: values.size <= mostLevels ? [...values] : [], numeric }
}

const QUOTE = 34
const LINE_FEED = 10

/** A delimited text as several, each with the header of the whole and about `size` bytes of its lines, in their order. Line breaks within quotes end no line. One reading. */
async function* csvBlocks(source: ByteSource, size: number): AsyncGenerator<ByteSource, void> {
  const sample = await firstLines(source)
  const { begin } = sniffCsv(source.name, sample, sample.length === source.byteLength)
  const head = sample.slice(0, begin)
  for (let at = begin; at < source.byteLength; ) {
    const end = await lineEnd(source, at, size)
    const bytes = new Uint8Array(head.length + end - at)
    bytes.set(head)
    bytes.set(await source.slice(at, end), head.length)
    yield bytesSource(source.name, bytes)
    at = end
  }
}

/** Behind the last line that ends within `size` bytes of a line's beginning, further on where none does. */
async function lineEnd(source: ByteSource, begin: number, size: number): Promise<number> {
  for (let length = size; ; length *= 2) {
    if (begin + length >= source.byteLength) return source.byteLength
    const bytes = await source.slice(begin, begin + length)
    let quoted = false
    let end = 0
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === QUOTE) quoted = !quoted
      else if (!quoted && bytes[i] === LINE_FEED) end = i + 1
    }
    if (end > 0) return begin + end
  }
}

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

/** How many row groups a Parquet file has; only its footer is read. */
async function countRowGroups(source: ByteSource): Promise<number> {
  return guardLibrary(source.name, 'Parquet', async () => {
    const { parquetMetadataAsync } = await import('hyparquet')
    const slice = async (start: number, end?: number) => {
      const bytes = await source.slice(start < 0 ? source.byteLength + start : start, end)
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    }
    const metadata = await parquetMetadataAsync({ byteLength: source.byteLength, slice }, { geoparquet: false })
    return metadata.row_groups.length
  })
}
