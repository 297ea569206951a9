import { badFile } from '../bytes/bad-file.ts'
import { decodeText } from '../bytes/decode-text.ts'
import { isIdName, isLabelName, isSpecialColumn } from './column-names.ts'
import { splitRecord } from './csv-scanner.ts'
import { findDelimiter, usesDecimalComma } from './find-delimiter.ts'
import { isMissingMark, looksNumeric, parseNumber } from './parse-number.ts'
import { areFew } from './stray-cells.ts'
import { isVectorText } from './vector-cells.ts'

/** How a delimited text is laid out, judged from its beginning. */
export interface CsvLayout {
  delimiter: string
  /** True where a comma is the decimal sign. */
  comma: boolean
  /** One name per column; made up when the file has no header. */
  names: string[]
  hasHeader: boolean
  /** One word per column, judged from the first rows; columns of ids and labels are text. */
  kinds: ('number' | 'text' | 'vector')[]
  /** Bytes before the first record that counts (byte-order mark, comments, header). */
  begin: number
  warnings: string[]
}

const sampleRecords = 60

/** A line of the text and the byte behind it. */
interface Line {
  text: string
  end: number
}

/** Finds delimiter, header and number columns from the first bytes of a delimited text. `whole` says that `bytes` is all there is. */
export function sniffCsv(file: string, bytes: Uint8Array, whole: boolean): CsvLayout {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw badFile(file, 'is UTF-16 text, save it as UTF-8')
  if (bytes.includes(0)) throw badFile(file, 'is no text, or of a format we do not know')
  const start = skipComments(bytes)
  const told = /^"?sep=(.)"?$/i.exec(decodeText(bytes.subarray(start, recordEnd(bytes, start))).trim())
  const found = readLines(bytes, told ? lineEnd(bytes, start) : start, whole)
  if (found.length === 0) throw badFile(file, 'is empty, give at least one row')
  const delimiter = told?.[1] ?? findDelimiter(found.map(({ text }) => text))
  const split = found.map(({ text }) => splitRecord(text, delimiter))
  const titles = countTitles(split)
  const lines = found.slice(titles)
  const records = split.slice(titles)
  const [first, ...rest] = records
  const width = rest[0]?.length ?? first.length
  const { comma, doubt } = usesDecimalComma(records.flat(), delimiter)
  const hasHeader = isHeader(first, rest, width, comma)
  const body = hasHeader ? rest : records
  const names = hasHeader
    ? uniqueNames(lacksCorner(first, width) ? ['', ...first] : first)
    : first.map((_, j) => `column ${j + 1}`)
  const kinds = names.map((name, j) => {
    const fields = body.map((record) => record[j] ?? '')
    if (!isNumberColumn(fields, comma)) return isVectorColumn(fields) ? 'vector' : 'text'
    return hasHeader && isSpecialColumn(name, j, names, areWhole(fields, comma)) ? 'text' : 'number'
  })
  if (hasHeader) checkSecondHeader(file, body, kinds, comma)
  const before = titles > 0 ? found[titles - 1].end : told ? lineEnd(bytes, start) : start
  const warnings = doubt ? [doubt] : []
  if (titles > 0)
    warnings.push(
      `${titles} ${titles === 1 ? 'line' : 'lines'} before the table left out: ${found[0].text.slice(0, 60)}`,
    )
  return { delimiter, comma, names, hasHeader, kinds, begin: hasHeader ? lines[0].end : before, warnings }
}

/** Lines that begin with #, % or // before the data are comments, as numpy.savetxt, MATLAB and instruments write them. */
function skipComments(bytes: Uint8Array): number {
  let begin = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (bytes[begin] === 35 || bytes[begin] === 37 || (bytes[begin] === 47 && bytes[begin + 1] === 47))
    begin = lineEnd(bytes, begin)
  return begin
}

function readLines(bytes: Uint8Array, begin: number, whole: boolean): Line[] {
  const lines: Line[] = []
  for (let at = begin; at < bytes.length && lines.length < sampleRecords; ) {
    const end = recordEnd(bytes, at)
    if (end > bytes.length - 1 && !whole && lines.length > 0) break
    const text = decodeText(bytes.subarray(at, end)).replace(/[\r\n]+$/, '')
    if (text.trim() !== '') lines.push({ text, end })
    at = end
  }
  return lines
}

function lineEnd(bytes: Uint8Array, begin: number): number {
  let at = begin
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
  while (at < bytes.length && (bytes[at] === 10 || bytes[at] === 13)) at++
  return at
}

/** End of the record that begins at `begin`, its line break included; quoted line breaks do not count. */
function recordEnd(bytes: Uint8Array, begin: number): number {
  let quoted = false
  for (let at = begin; at < bytes.length; at++) {
    if (bytes[at] === 34) quoted = !quoted
    else if (!quoted && (bytes[at] === 10 || bytes[at] === 13)) return at + 1
  }
  return bytes.length
}

/** Lines of one word or sentence above a table with several columns: its title. */
function countTitles(records: string[][]): number {
  const table = records.findIndex((record) => record.filter((field) => field !== '').length > 1)
  const below = records.slice(table + 1)
  const width = records[table]?.length ?? 0
  if (table <= 0 || width < 3 || below.length < 2) return 0
  const titled = records.slice(0, table).every(([field]) => parseNumber(field) === undefined)
  return titled && below.every(({ length }) => length === width || length === width + 1) ? table : 0
}

function isNumberColumn(fields: string[], comma: boolean): boolean {
  const strays = fields.filter((field) => parseNumber(field, comma) === undefined)
  const odd = strays.filter((field) => !isMissingMark(field)).length
  if (strays.length === 0) return true
  const numbers = fields.filter((field) => isNumber(field, comma)).length
  return numbers > 0 && areFew(odd, numbers + odd)
}

function isVectorColumn(fields: string[]): boolean {
  const filled = fields.filter((field) => !Number.isNaN(parseNumber(field)))
  return filled.length > 0 && filled.every(isVectorText)
}

function areWhole(fields: string[], comma: boolean): boolean {
  return fields.every((field) => !isNumber(field, comma) || Number.isInteger(parseNumber(field, comma)))
}

function isNumber(field: string, comma: boolean): boolean {
  const value = parseNumber(field, comma)
  return value !== undefined && !Number.isNaN(value)
}

/** Refuses a second line of words over columns of numbers: units, or the lower level of a table with grouped columns. */
function checkSecondHeader(file: string, body: string[][], kinds: CsvLayout['kinds'], comma: boolean): void {
  const columns = kinds.flatMap((kind, j) => (kind === 'number' && body.length > 1 ? [j] : []))
  const words = columns
    .map((j) => body[0][j] ?? '')
    .filter((field) => parseNumber(field, comma) === undefined && !isMissingMark(field))
  if (words.length < 2 || words.length * 2 <= columns.length) return
  const shown = words.slice(0, 3).map((word) => `"${word.slice(0, 20)}"`)
  throw badFile(
    file,
    `has two header rows (row 1 below the header holds ${shown.join(', ')} over columns of numbers), keep one of them`,
  )
}

function isHeader(first: string[], rest: string[][], width: number, comma: boolean): boolean {
  if (rest.length === 0) return first.some((field) => isIdName(field) || isLabelName(field))
  if (lacksCorner(first, width)) return true
  if (first.some((field) => isIdName(field) || isLabelName(field))) return true
  const [corner, ...others] = first
  if (corner === '' && others.length > 0 && others.every((field, j) => field === String(j) || field === String(j + 1)))
    return true
  const isWord = (field: string) => field !== '' && parseNumber(field, comma) === undefined && !isMissingMark(field)
  if (first.some((field, j) => isWord(field) && (mostlyNumbers(rest, j, comma) || isVectorColumn(column(rest, j)))))
    return true
  // A table of text alone: a header's words do not come again below it.
  return (
    first.every((field, j) => field !== '' && !looksNumeric(field) && rest.every((record) => record[j] !== field)) &&
    rest.length > 1 &&
    first.length > 1
  )
}

/** A header of words that is one field short: R leaves out the name of the row names. */
function lacksCorner(first: string[], width: number): boolean {
  return width === first.length + 1 && first.every((field) => parseNumber(field) === undefined)
}

function column(records: string[][], j: number): string[] {
  return records.map((record) => record[j] ?? '')
}

function mostlyNumbers(rest: string[][], j: number, comma: boolean): boolean {
  return column(rest, j).filter((field) => parseNumber(field, comma) !== undefined).length * 2 > rest.length
}

function uniqueNames(names: string[]): string[] {
  const seen = new Set<string>()
  return names.map((name, j) => {
    let unique = name || (j === 0 ? '' : `column ${j + 1}`)
    for (let copy = 2; seen.has(unique); copy++) unique = `${name}.${copy}`
    seen.add(unique)
    return unique
  })
}
