import { badFile } from '../../bytes/bad-file.ts'
import { decodeText, withoutPadding } from '../../bytes/decode-text.ts'
import { findHeader, type TableHeader } from '../../table/find-header.ts'
import { splitRecord } from './scanner.ts'

/** How a delimited text is laid out, judged from its beginning. */
export interface CsvLayout extends TableHeader {
  delimiter: string
  /** True where a comma is the decimal sign. */
  comma: boolean
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

/** Finds delimiter, header and number columns from the first bytes of a delimited text. `whole` says that `bytes` is all there is, `known` names columns that a header has. */
export function sniffCsv(file: string, bytes: Uint8Array, whole: boolean, known?: readonly string[]): CsvLayout {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw badFile(file, 'is UTF-16 text, save it as UTF-8')
  if (bytes.includes(0)) throw badFile(file, 'is no text, or of a format we do not know')
  const start = skipComments(bytes)
  const hint = /^"?sep=(.)"?$/i.exec(decodeText(bytes.subarray(start, recordEnd(bytes, start))).trim())
  const lines = readLines(bytes, hint ? lineEnd(bytes, start) : start, whole)
  if (lines.length === 0) throw badFile(file, 'is empty, give at least one row')
  const delimiter = hint?.[1] ?? findDelimiter(lines.map(({ text }) => text))
  const split = lines.map(({ text }) => splitRecord(text, delimiter))
  const { comma, doubt } = usesDecimalComma(split.flat(), delimiter)
  const { titles, hasHeader, names, kinds } = findHeader(file, split, comma, known)
  const before = titles > 0 ? lines[titles - 1].end : hint ? lineEnd(bytes, start) : start
  const warnings = doubt ? [doubt] : []
  if (titles > 0)
    warnings.push(
      `${titles} ${titles === 1 ? 'line' : 'lines'} before the table left out: ${lines[0].text.slice(0, 60)}`,
    )
  return { titles, delimiter, comma, names, hasHeader, kinds, begin: hasHeader ? lines[titles].end : before, warnings }
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
    const text = withoutPadding(decodeText(bytes.subarray(at, end)), '\r\n')
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

const commaNumber = /^[-+]?(\d*|\d{1,3}(\.\d{3})+),\d+(e[-+]?\d+)?$/i
const pointNumber = /^[-+]?\d*\.\d+(e[-+]?\d+)?$/i
const thousands = /^[-+]?[1-9]\d{0,2}(,\d{3})+$/
const dottedThousands = /^[-+]?\d{1,3}(\.\d{3})+$/

/** The sign that splits the lines into the most even rows: tab, semicolon, bar, comma or a run of spaces; the earlier wins a tie, for a comma may be a decimal sign. */
export function findDelimiter(lines: string[]): string {
  const counts = ['\t', ';', '|', ',', ' '].map((delimiter) => {
    const widths = lines.map((line) => splitRecord(line, delimiter).length)
    const usual = widths[widths.length - 1]
    const agree = widths.filter((width) => width === usual).length / widths.length
    return { delimiter, score: usual > 1 ? agree + (delimiter === ' ' ? -0.5 : 0) : 0 }
  })
  counts.sort((a, b) => b.score - a.score)
  return counts[0].score > 0 ? counts[0].delimiter : ','
}

/** Tells whether a comma is the decimal sign of the numbers in these fields; `doubt` says in words that it may not be. */
export function usesDecimalComma(fields: string[], delimiter: string): { comma: boolean; doubt?: string } {
  const commas = fields.filter((field) => commaNumber.test(field.trim()))
  const points = fields.some((field) => pointNumber.test(field.trim()) && !dottedThousands.test(field.trim()))
  if (commas.length === 0 || points) return { comma: false }
  if (commas.some((field) => !thousands.test(field.trim()))) return { comma: true }
  // Semicolons stand between the fields where the comma is taken.
  const comma = delimiter === ';'
  const [example] = commas
  const other = comma ? 'a sign between thousands' : 'the decimal sign'
  return {
    comma,
    doubt: `${example} is read as ${comma ? example.replace(',', '.') : example.replaceAll(',', '')}, write numbers without commas if the comma is ${other}`,
  }
}
