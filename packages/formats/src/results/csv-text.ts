import { looksNumeric } from '../table/parse-number.ts'

/** A field of a CSV file; null and undefined leave it empty. */
export type CsvField = string | number | null | undefined

/**
 * The text of a CSV file, one line per row; fields with commas, quotes or line breaks, or white space at either end, are quoted. Texts that a spreadsheet would run as a formula (that begin with =, +, −,
 * @ or a tab and are no numbers) get an apostrophe before them, which `withoutApostrophe` takes away.
 */
export function csvText(rows: readonly (readonly CsvField[])[]): string {
  return `${rows.map((row) => row.map(fieldText).join(',')).join('\n')}\n`
}

/** The text that `csvText` was given. */
export function withoutApostrophe(field: string): string {
  return /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

function fieldText(field: CsvField): string {
  if (typeof field !== 'string') return field == null ? '' : String(field)
  // An apostrophe that was there before is told from ours by one more.
  const isFormula = /^'*[=+\-@\t\r]/.test(field) && !looksNumeric(field)
  return quote(isFormula ? `'${field}` : field)
}

/** White space at either end would be lost, so it is quoted too. */
function quote(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
