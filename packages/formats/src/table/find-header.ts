import { badFile } from '../bytes/bad-file.ts'
import { isIdName, isLabelName, isSpecialColumn } from './column-names.ts'
import { isMissingMark, looksNumeric, parseNumber } from './parse-number.ts'
import { areFew } from './stray-cells.ts'
import { isVectorText } from './vector-cells.ts'

/** What the first rows of a table tell. */
export interface TableHeader {
  /** Rows above the table that hold its title. */
  titles: number
  hasHeader: boolean
  /** One name per column; made up when there is no header. */
  names: string[]
  /** One word per column; columns of ids and labels are text. */
  kinds: ('number' | 'text' | 'vector')[]
}

/** Finds titles, header and kinds of columns from the first rows of a table, all as text; `comma` says that a comma is the decimal sign, and a row with one of the names `known` is the header. Two header rows are refused. */
export function findHeader(file: string, rows: string[][], comma = false, known: readonly string[] = []): TableHeader {
  const titles = countTitles(rows)
  const records = rows.slice(titles)
  const [first, ...others] = records
  const width = others[0]?.length ?? first.length
  const hasHeader = first.some((field) => known.includes(field)) || isHeader(first, others, width, comma)
  const body = hasHeader ? others : records
  const names = hasHeader
    ? uniqueNames(lacksCorner(first, width) ? ['', ...first] : first)
    : first.map((_, j) => `column ${j + 1}`)
  const kinds = names.map((name, j) => {
    const fields = column(body, j)
    if (!isNumberColumn(fields, comma)) return isVectorColumn(fields) ? 'vector' : 'text'
    return hasHeader && isSpecialColumn(name, j, names, areWhole(fields, comma)) ? 'text' : 'number'
  })
  if (hasHeader) checkSecondHeader(file, body, kinds, comma)
  return { titles, hasHeader, names, kinds }
}

/** Lines of one word or sentence above a table with several columns: its title. */
function countTitles(records: string[][]): number {
  const table = records.findIndex((record) => record.filter((field) => field !== '').length > 1)
  const below = records.slice(table + 1)
  const width = records[table]?.length ?? 0
  if (table <= 0 || width < 3 || below.length < 2) return 0
  const titled = records.slice(0, table).every((record) => parseNumber(record.join('')) === undefined)
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
function checkSecondHeader(file: string, body: string[][], kinds: TableHeader['kinds'], comma: boolean): void {
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

function isHeader(first: string[], body: string[][], width: number, comma: boolean): boolean {
  if (body.length === 0) return first.some((field) => isIdName(field) || isLabelName(field))
  if (lacksCorner(first, width)) return true
  if (first.some((field) => isIdName(field) || isLabelName(field))) return true
  const [corner, ...others] = first
  if (corner === '' && others.length > 0 && others.every((field, j) => field === String(j) || field === String(j + 1)))
    return true
  const isWord = (field: string) => field !== '' && parseNumber(field, comma) === undefined && !isMissingMark(field)
  if (first.some((field, j) => isWord(field) && (mostlyNumbers(body, j, comma) || isVectorColumn(column(body, j)))))
    return true
  // A table of text alone: a header's words do not come again below it.
  return (
    first.every((field, j) => field !== '' && !looksNumeric(field) && body.every((record) => record[j] !== field)) &&
    body.length > 1 &&
    (first.length > 1 || (isOneWord(first[0]) && body.filter(([field]) => isOneWord(field)).length * 2 < body.length))
  )
}

function isOneWord(field: string): boolean {
  return !field.trim().includes(' ')
}

/** A header of words that is one field short: R leaves out the name of the row names. */
function lacksCorner(first: string[], width: number): boolean {
  return width === first.length + 1 && first.every((field) => parseNumber(field) === undefined)
}

function column(records: string[][], j: number): string[] {
  return records.map((record) => record[j] ?? '')
}

function mostlyNumbers(records: string[][], j: number, comma: boolean): boolean {
  return column(records, j).filter((field) => parseNumber(field, comma) !== undefined).length * 2 > records.length
}

function uniqueNames(names: string[]): string[] {
  const usedNames = new Set<string>()
  /** Where counting goes on, so that equal names take linear time. */
  const copies = new Map<string, number>()
  return names.map((name, j) => {
    let unique = name || (j === 0 ? '' : `column ${j + 1}`)
    let copy = copies.get(name) ?? 2
    while (usedNames.has(unique)) unique = `${name}.${copy++}`
    copies.set(name, copy)
    usedNames.add(unique)
    return unique
  })
}
