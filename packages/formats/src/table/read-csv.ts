import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { inParts } from '../bytes/in-parts.ts'
import { type CsvColumns, CsvScanner } from './csv-scanner.ts'
import { type CsvLayout, sniffCsv } from './sniff-csv.ts'
import type { Table } from './table.ts'

const sniffBytes = 1 << 18

/**
 * Reads delimited text (comma, tab, semicolon or spaces; with or without header; quotes, CRLF, byte-order mark). Columns of numbers become one block, ids,
 * labels and all else become text. Reads in parts of 4 MiB, so that the text is never in memory as a whole.
 */
export async function readCsv(source: ByteSource, keepText: (name: string) => boolean = () => false): Promise<Table> {
  const sample = await firstLines(source)
  const layout = sniffCsv(source.name, sample, sample.length === source.byteLength)
  const isNumber = Uint8Array.from(layout.names, (name, j) => (layout.numeric[j] && !keepText(name) ? 1 : 0))
  const records = await countLines(source, layout.begin)
  let room = new Float64Array(0)
  for (;;) {
    const { columns, rows } = await scanAll(source, layout, isNumber, records, room)
    room = columns.numbers
    const wrong = columns.notNumber.reduce((sum, flag) => sum + flag, 0)
    if (wrong === 0) return toTable(source.name, layout, columns, rows)
    // A field far below the first rows was no number: its column is text. Each round settles at least one column, the usual case is one round.
    columns.notNumber.forEach((flag, j) => {
      if (flag) isNumber[j] = 0
    })
  }
}

/** The beginning of the file with at least three lines, however wide they are. */
export async function firstLines(source: ByteSource): Promise<Uint8Array> {
  for (let size = sniffBytes; ; size *= 4) {
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
    notNumber: new Uint8Array(isNumber.length),
  }
  const scanner = new CsvScanner(source.name, layout.delimiter.charCodeAt(0), columns)
  await inParts(source, layout.begin, (bytes, last) => scanner.scan(bytes, 0, last))
  return { columns, rows: scanner.rows }
}

function toTable(file: string, layout: CsvLayout, columns: CsvColumns, rows: number): Table {
  if (rows === 0) throw badFile(file, 'has a header but no rows, give at least one')
  const numberNames = layout.names.filter((_, j) => columns.isNumber[j])
  const used = rows * numberNames.length
  return {
    rows,
    numbers: {
      names: numberNames,
      data: used * 2 < columns.numbers.length ? columns.numbers.slice(0, used) : columns.numbers.subarray(0, used),
    },
    texts: layout.names.flatMap((name, j) => (columns.isNumber[j] ? [] : [{ name, values: columns.texts[j] }])),
    vectors: [],
    order: layout.names,
    named: layout.hasHeader,
  }
}
