import { badFile } from '../bytes/bad-file.ts'
import { isIdName, isLabelName, isSpecialColumn } from './column-names.ts'
import { splitRecord } from './csv-scanner.ts'
import { looksNumeric, parseNumber } from './parse-number.ts'

/** How a delimited text is laid out, judged from its beginning. */
export interface CsvLayout {
  delimiter: string
  /** One name a column; made up when the file has no header. */
  names: string[]
  hasHeader: boolean
  /** One flag a column: the first rows hold numbers, and it is no column of ids or labels. */
  numeric: boolean[]
  /** Bytes before the first record that counts (byte-order mark, comments, header). */
  begin: number
}

const sampleRecords = 60

/** Finds delimiter, header and number columns from the first bytes of a delimited text. `whole` says that `bytes` is all there is. */
export function sniffCsv(file: string, bytes: Uint8Array, whole: boolean): CsvLayout {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw badFile(file, 'is UTF-16 text, save it as UTF-8')
  if (bytes.includes(0)) throw badFile(file, 'is no text, or of a format we do not know')
  let begin = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  // Lines that begin with # before the data are comments, as numpy.savetxt writes them.
  while (bytes[begin] === 35) begin = lineEnd(bytes, begin)
  const lines: string[] = []
  let firstEnd = -1
  for (let at = begin; at < bytes.length && lines.length < sampleRecords; ) {
    const end = recordEnd(bytes, at)
    if (end > bytes.length - 1 && !whole && lines.length > 0) break
    const line = new TextDecoder().decode(bytes.subarray(at, end)).replace(/[\r\n]+$/, '')
    if (line.trim() !== '') {
      lines.push(line)
      if (firstEnd < 0) firstEnd = end
    }
    at = end
  }
  if (lines.length === 0) throw badFile(file, 'is empty, give at least one row')
  const delimiter = findDelimiter(file, lines)
  const records = lines.map((line) => splitRecord(line, delimiter))
  const [first, ...rest] = records
  const width = rest[0]?.length ?? first.length
  const hasHeader = isHeader(first, rest, width)
  const header = lacksCorner(first, width) ? ['', ...first] : first
  const body = hasHeader ? rest : records
  const names = hasHeader ? uniqueNames(header) : first.map((_, j) => `column ${j + 1}`)
  const numeric = names.map((name, j) => {
    const fields = body.map((record) => record[j] ?? '')
    return (
      fields.every((field) => parseNumber(field) !== undefined) &&
      !(
        hasHeader &&
        isSpecialColumn(
          name,
          j,
          names,
          fields.every((field) => !looksNumeric(field) || Number.isInteger(parseNumber(field))),
        )
      )
    )
  })
  return { delimiter, names, hasHeader, numeric, begin: hasHeader ? firstEnd : begin }
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

function findDelimiter(file: string, lines: string[]): string {
  for (const delimiter of [';', '\t', ' ']) {
    const fields = lines.flatMap((line) => splitRecord(line, delimiter)).filter((field) => field !== '')
    const comma = fields.filter((field) => /^[-+]?\d*,\d+(e[-+]?\d+)?$/i.test(field)).length
    if (comma > 0 && fields.length > lines.length && comma * 2 > fields.length - fields.length / lines.length)
      throw badFile(
        file,
        `writes numbers with a decimal comma (${fields.find((field) => /^[-+]?\d*,\d+/.test(field))}), save it with decimal points`,
      )
  }
  const counts = [',', '\t', ';', ' '].map((delimiter) => {
    const widths = lines.map((line) => splitRecord(line, delimiter).length)
    const usual = widths[widths.length - 1]
    const agree = widths.filter((width) => width === usual).length / widths.length
    return { delimiter, score: usual > 1 ? agree + (delimiter === ' ' ? -0.5 : 0) : 0 }
  })
  counts.sort((a, b) => b.score - a.score)
  return counts[0].score > 0 ? counts[0].delimiter : ','
}

function isHeader(first: string[], rest: string[][], width: number): boolean {
  if (rest.length === 0) return first.some((field) => isIdName(field) || isLabelName(field))
  if (lacksCorner(first, width)) return true
  if (first.some((field) => isIdName(field) || isLabelName(field))) return true
  const [corner, ...others] = first
  if (corner === '' && others.length > 0 && others.every((field, j) => field === String(j) || field === String(j + 1)))
    return true
  if (first.some((field, j) => field !== '' && parseNumber(field) === undefined && mostlyNumbers(rest, j))) return true
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

function mostlyNumbers(rest: string[][], column: number): boolean {
  return rest.filter((record) => parseNumber(record[column] ?? '') !== undefined).length * 2 > rest.length
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
