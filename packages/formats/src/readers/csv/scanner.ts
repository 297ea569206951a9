import { counted } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import { decodeText } from '../../bytes/decode-text.ts'
import { type Decimal, scanDecimal } from '../../bytes/scan-decimal.ts'
import { parseNumber } from '../../table/parse-number.ts'
import type { StrayCells } from '../../table/stray-cells.ts'
import type { VectorCells } from '../../table/vector-cells.ts'
import type { CsvLayout } from './sniff.ts'

const quote = 34
const newline = 10
const carriageReturn = 13
const space = 32
const POINT = 46
const COMMA = 44

/** Where the scanner puts what it finds: one flag per column (1 = number), the numbers row after row, the texts column after column. */
export interface CsvColumns {
  isNumber: Uint8Array
  numbers: Float64Array<ArrayBuffer>
  texts: string[][]
  /** One place per column; columns of vectors have one to put them. */
  vectors: (VectorCells | undefined)[]
  /** Fields of number columns that were no numbers. */
  strays: StrayCells
}

/**
 * Scans delimited text that comes in parts. Numbers of up to 15 digits and small exponents are put together from their digits, which
 * is exact; all others go through `Number`. Blank lines are skipped. A delimiter of space stands for any run of spaces.
 */
export class CsvScanner {
  rows = 0
  private readonly file: string
  private readonly delimiter: number
  private readonly columns: CsvColumns
  private readonly numberCount: number
  private readonly comma: boolean
  private readonly decimal: Decimal = { value: 0, end: 0 }
  /** Fields of this record that are no number; they count once the record is whole, for a part may end inside a number. */
  private readonly doubtful: { column: number; text: string }[] = []

  constructor(file: string, { delimiter, comma }: Pick<CsvLayout, 'delimiter' | 'comma'>, columns: CsvColumns) {
    this.file = file
    this.delimiter = delimiter.charCodeAt(0)
    this.comma = comma
    this.columns = columns
    this.numberCount = columns.isNumber.reduce((sum, flag) => sum + flag, 0)
  }

  /** Scans the whole records in bytes from `begin`; gives where the first unfinished one begins. With `last` every record counts as finished. */
  scan(bytes: Uint8Array, begin: number, last: boolean): number {
    const { delimiter } = this
    const { isNumber, numbers } = this.columns
    const width = isNumber.length
    const end = bytes.length
    let at = begin
    while (at < end) {
      let record = at
      while (
        at < end &&
        (bytes[at] === newline || bytes[at] === carriageReturn || (bytes[at] === space && delimiter === space))
      )
        at++
      if (at === end) return last ? end : record
      record = at
      this.doubtful.length = 0
      let column = 0
      let slot = this.rows * this.numberCount
      for (;;) {
        if (column >= width) throw this.ragged(bytes, record, width)
        let fieldEnd = at
        if (bytes[at] === quote) {
          fieldEnd = quotedEnd(bytes, at)
          if (fieldEnd < 0) {
            if (!last) return this.undo(record)
            throw badFile(this.file, `row ${this.rows + 1} opens a quote that is never closed, close it`)
          }
          const text = decodeText(bytes.subarray(at + 1, fieldEnd)).replaceAll('""', '"')
          fieldEnd++
          while (fieldEnd < end && bytes[fieldEnd] === space && delimiter !== space) fieldEnd++
          if (fieldEnd < end && !isBreak(bytes[fieldEnd], delimiter))
            throw badFile(this.file, `row ${this.rows + 1} has text after a closing quote, quote the whole field`)
          if (isNumber[column]) numbers[slot++] = this.numberOf(text, column)
          else this.keepText(column, text)
        } else if (isNumber[column]) {
          fieldEnd = this.scanNumber(bytes, at, slot++, column)
        } else {
          while (fieldEnd < end && !isBreak(bytes[fieldEnd], delimiter)) fieldEnd++
          this.keepText(column, textOf(bytes, at, fieldEnd))
        }
        column++
        at = fieldEnd
        if (delimiter === space) {
          while (at < end && bytes[at] === space) at++
          if (at > fieldEnd && at < end && bytes[at] !== newline && bytes[at] !== carriageReturn) continue
        }
        if (at < end && bytes[at] === delimiter) {
          at++
          if (at < end || last) {
            if (at < end) continue
            // The file ends with a delimiter: one empty field is left.
            if (column < width) {
              if (isNumber[column]) numbers[slot++] = Number.NaN
              else this.keepText(column, '')
              column++
            }
          }
        }
        break
      }
      if (at >= end && !last) return this.undo(record)
      if (column !== width) throw this.ragged(bytes, record, width)
      for (const field of this.doubtful) this.columns.strays.add({ ...field, row: this.rows })
      this.rows++
    }
    return at
  }

  private scanNumber(bytes: Uint8Array, begin: number, slot: number, column: number): number {
    const { delimiter, decimal: found } = this
    const end = bytes.length
    let at = begin
    while (at < end && bytes[at] === space && delimiter !== space) at++
    if (scanDecimal(bytes, at, found, this.comma ? COMMA : POINT)) {
      at = found.end
      while (at < end && bytes[at] === space && delimiter !== space) at++
      if (at >= end || isBreak(bytes[at], delimiter)) {
        this.columns.numbers[slot] = found.value
        return at
      }
    }
    let fieldEnd = begin
    while (fieldEnd < end && !isBreak(bytes[fieldEnd], delimiter)) fieldEnd++
    this.columns.numbers[slot] = this.numberOf(textOf(bytes, begin, fieldEnd), column)
    return fieldEnd
  }

  private numberOf(text: string, column: number): number {
    const value = parseNumber(text, this.comma)
    if (value === undefined) this.doubtful.push({ column, text })
    return value ?? Number.NaN
  }

  private keepText(column: number, text: string): void {
    const vectors = this.columns.vectors[column]
    if (vectors) vectors.put(this.rows, text)
    else this.columns.texts[column].push(text)
  }

  /** Forgets the text of the unfinished record, which is scanned again with more bytes. */
  private undo(record: number): number {
    for (const text of this.columns.texts) if (text.length > this.rows) text.length = this.rows
    return record
  }

  private ragged(bytes: Uint8Array, record: number, width: number) {
    let end = record
    while (end < bytes.length && bytes[end] !== newline) end++
    const cells = splitRecord(
      textOf(bytes, record, Math.min(end, record + 1e6)),
      String.fromCharCode(this.delimiter),
    ).length
    return badFile(
      this.file,
      `row ${this.rows + 1} has ${counted(cells, 'field')} but the others have ${width}, give every row the same fields`,
      {
        row: this.rows + 1,
        found: cells,
        width,
      },
    )
  }
}

function textOf(bytes: Uint8Array, begin: number, end: number): string {
  return decodeText(bytes.subarray(begin, end)).trim()
}

function isBreak(code: number, delimiter: number): boolean {
  return code === delimiter || code === newline || code === carriageReturn
}

/** Position of the quote that closes the one at `begin`, or −1. */
function quotedEnd(bytes: Uint8Array, begin: number): number {
  for (let at = begin + 1; at < bytes.length; at++)
    if (bytes[at] === quote) {
      if (bytes[at + 1] !== quote) return at
      at++
    }
  return -1
}

/** The fields of one line of delimited text, quotes removed. Linear in its length. */
export function splitRecord(line: string, delimiter: string): string[] {
  const fields: string[] = []
  const bySpaces = delimiter === ' '
  const text = bySpaces ? line.trim() : line
  const isPadding = (at: number) => text[at] !== delimiter && /^\s$/.test(text[at] ?? '')
  for (let at = 0; ; ) {
    let begin = at
    while (isPadding(begin)) begin++
    const close = text[begin] === '"' ? closingQuote(text, begin) : -1
    let end: number
    if (close > 0) {
      fields.push(text.slice(begin + 1, close).replaceAll('""', '"'))
      end = text.indexOf(delimiter, close + 1)
    } else {
      end = text.indexOf(delimiter, at)
      fields.push(text.slice(at, end < 0 ? undefined : end).trim())
    }
    if (end < 0) return fields
    at = end + 1
    while (bySpaces && text[at] === ' ') at++
  }
}

/** Position of the quote that closes the one at `begin`, or −1. */
function closingQuote(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return -1
}
