import { splitRecord } from './scanner.ts'

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
