/** A field of a CSV file; null and undefined leave it empty. */
export type CsvField = string | number | null | undefined

/** The text of a CSV file, one line a row; fields with commas, quotes or line breaks, or white space at either end, are quoted. */
export function csvText(rows: readonly (readonly CsvField[])[]): string {
  return `${rows.map((row) => row.map((field) => quote(field == null ? '' : String(field))).join(',')).join('\n')}\n`
}

/** White space at either end would be lost, so it is quoted too. */
function quote(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
