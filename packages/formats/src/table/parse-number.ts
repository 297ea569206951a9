const missing = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-nan', 'missing', '#n/a'])
/** What programs and people write into a column of numbers where there is none. */
const marks = new Set(['-', '--', '–', '—', '.', '..', '*', '<na>', 'n.a.', 'n.d.', 'nd', '#value!', '#ref!', '#name?'])
const errors = new Set(['#div/0!', '#num!', '#null!', '#error!', 'err:502', 'err:503'])

const truth = new Map([
  ['true', 1],
  ['false', 0],
])

/** The number a field holds: 1 and 0 for true and false, NaN for the usual words for a missing value, undefined when it is no number. `comma` says that a comma is the decimal sign. */
export function parseNumber(field: string, comma = false): number | undefined {
  const text = field.trim()
  if (comma ? /^[-+]?(\d+(,\d*)?|,\d+)([eE][-+]?\d+)?$/.test(text) : isPlain(text))
    return Number(text.replace(',', '.'))
  const word = text.toLowerCase()
  if (missing.has(word)) return Number.NaN
  const decided = truth.get(word)
  if (decided !== undefined) return decided
  const infinite = /^([-+]?)inf(inity)?$/.exec(word)
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return dressedNumber(text, comma)
}

/** True when the field holds a number (a missing value is none, nor is a truth value). */
export function looksNumeric(field: string): boolean {
  const value = parseNumber(field)
  return value !== undefined && !Number.isNaN(value) && !truth.has(field.trim().toLowerCase())
}

/** True for a sign such as `-`, `.` or `#DIV/0!` that stands for no value. */
export function isMissingMark(field: string): boolean {
  const word = field.trim().toLowerCase()
  return marks.has(word) || errors.has(word)
}

function isPlain(text: string): boolean {
  return /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text)
}

/** A number with a currency or a per cent sign (`€ 12`, `12 %` is 12) or with its thousands set apart (`1,234`, `1.234,5` where a comma is the decimal sign). */
function dressedNumber(text: string, comma: boolean): number | undefined {
  if (text.length > 40) return undefined
  const bare = text
    .replace(/^([-+]?)\s*[€$£¥]\s*/, '$1')
    .replace(/\s*[%€$£¥]$/, '')
    .replace(comma ? /^[-+]?\d{1,3}([.'\s]\d{3})+(?=,|$)/ : /^[-+]?\d{1,3}([,'\s]\d{3})+(?=\.|$)/, (whole) =>
      whole.replace(/[.,'\s]/g, ''),
    )
  const plain = comma ? bare.replace(',', '.') : bare
  return plain !== text && !(comma && bare.includes('.')) && isPlain(plain) ? Number(plain) : undefined
}
