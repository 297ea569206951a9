import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/byte-source.ts'
import { countsRows } from '../../table/build-table.ts'
import { areFew, StrayCells } from '../../table/stray-cells.ts'
import type { Table, TextColumn } from '../../table/table.ts'
import { VectorCells } from '../../table/vector-cells.ts'
import { type CsvColumns, CsvScanner } from './scanner.ts'
import { type CsvLayout, sniffCsv } from './sniff.ts'

const sniffBytes = 1 << 18
const widest = 1 << 28

/**
 * Reads delimited text (comma, tab, semicolon, bar or spaces; decimal point or comma; with or without header; quotes, CRLF, byte-order mark). Columns of numbers become one
 * block, cells with lists in brackets vectors; ids, labels and all else become text. Cells that are no numbers in a column of numbers are missing values and named in a warning.
 * A first line with one of the names `known` is a header. Reads in parts of 4 MiB, so that the text is never in memory as a whole.
 */
export async function readCsv(
  source: ByteSource,
  keepText: (name: string) => boolean = () => false,
  known?: readonly string[],
): Promise<Table> {
  const sample = await firstLines(source)
  const layout = sniffCsv(source.name, sample, sample.length === source.byteLength, known)
  const isNumber = Uint8Array.from(layout.names, (name, j) => (layout.kinds[j] === 'number' && !keepText(name) ? 1 : 0))
  const records = await countLines(source, layout.begin)
  let room = new Float64Array(0)
  for (;;) {
    const { columns, rows } = await scanAll(source, layout, isNumber, records, room)
    room = columns.numbers
    const odd = [...columns.strays.counts.keys()].filter((j) => isNumber[j] && !areFew(columns.strays.counts[j], rows))
    if (odd.length === 0) return toTable(source.name, layout, columns, rows)
    // Far below the first rows many fields were no numbers: their column is text. Each round settles at least one column, the usual case is one round.
    for (const j of odd) isNumber[j] = 0
  }
}

/** The beginning of the file with at least three lines, however wide they are. */
export async function firstLines(source: ByteSource): Promise<Uint8Array> {
  for (let size = sniffBytes; ; size *= 4) {
    if (size > widest)
      throw badFile(
        source.name,
        `has no third line within ${widest} bytes, which is too wide for a text, save it as NPY or Parquet`,
      )
    const sample = await source.slice(0, Math.min(size, source.byteLength))
    const second = sample.indexOf(10, sample.indexOf(10) + 1)
    if (sample.length === source.byteLength || (second > 0 && sample.indexOf(10, second + 1) > 0)) return sample
  }
}

async function countLines(source: ByteSource, begin: number): Promise<number> {
  let lines = 1
  await inParts(source, begin, (bytes) => {
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10 || bytes[i] === 13) lines++
    return bytes.length
  })
  return lines
}

/** `room` is an array of an earlier round that is used again where it is large enough. */
async function scanAll(
  source: ByteSource,
  layout: CsvLayout,
  isNumber: Uint8Array,
  records: number,
  room: Float64Array<ArrayBuffer>,
) {
  const numberCount = isNumber.reduce((sum, flag) => sum + flag, 0)
  // A field takes at least the byte that ends it, so the file's length bounds the numbers whatever the header says.
  const capacity = Math.min(records * numberCount, source.byteLength - layout.begin + numberCount)
  const columns: CsvColumns = {
    isNumber,
    numbers: room.length >= capacity ? room : new Float64Array(capacity),
    texts: Array.from(isNumber, () => []),
    vectors: layout.kinds.map((kind, j) =>
      kind === 'vector' ? new VectorCells(source.name, layout.names[j]) : undefined,
    ),
    strays: new StrayCells(isNumber.length),
  }
  const scanner = new CsvScanner(source.name, layout, columns)
  await inParts(source, layout.begin, (bytes, last) => scanner.scan(bytes, 0, last))
  return { columns, rows: scanner.rows }
}

function toTable(file: string, layout: CsvLayout, columns: CsvColumns, rows: number): Table {
  if (rows === 0) throw badFile(file, 'has a header but no rows, give at least one')
  const { isNumber, numbers, vectors, texts, strays } = columns
  const { names } = layout
  const stray = strays.strays(names, (j) => isNumber[j] === 1, rows)
  const block = { names: names.filter((_, j) => isNumber[j]), data: numbers }
  const counters = names.length > 1 ? takeCounters(block, rows) : new Map<string, TextColumn>()
  const used = rows * block.names.length
  return {
    rows,
    numbers: {
      names: block.names,
      data: used * 2 < numbers.length ? numbers.slice(0, used) : numbers.subarray(0, used),
    },
    texts: names.flatMap((name, j) => {
      if (isNumber[j]) return counters.get(name) ?? []
      return vectors[j] ? [] : [{ name, values: texts[j] }]
    }),
    vectors: vectors.flatMap((column) => (column ? [column.finish(rows)] : [])),
    order: names,
    named: layout.hasHeader,
    warnings: layout.warnings,
    ...(stray ? { strays: stray } : {}),
  }
}

/** Takes the columns that only count the rows out of a block of numbers, which closes ranks in place. */
function takeCounters(block: Table['numbers'], rows: number): Map<string, TextColumn> {
  const { names, data } = block
  const width = names.length
  const counting = names.map((_, j) => countsRows(rows, (i) => data[i * width + j]))
  const counters = new Map<string, TextColumn>()
  if (!counting.includes(true)) return counters
  names.forEach((name, j) => {
    if (!counting[j]) return
    const values = Array.from({ length: rows }, (_, i) => String(data[i * width + j]))
    counters.set(name, { name, values, countsRows: true })
  })
  for (let from = 0, to = 0; from < rows * width; from++) if (!counting[from % width]) data[to++] = data[from]
  block.names = names.filter((_, j) => !counting[j])
  return counters
}
