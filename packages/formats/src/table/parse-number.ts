const missing = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-nan', 'missing', '#n/a'])

/** The number a field holds: NaN for the usual words for a missing value, undefined when it is no number. */
export function parseNumber(field: string): number | undefined {
  const text = field.trim()
  if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return Number(text)
  const word = text.toLowerCase()
  if (missing.has(word)) return Number.NaN
  const infinite = /^([-+]?)inf(inity)?$/.exec(word)
  return infinite ? (infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : undefined
}

/** True when the field holds a number (a missing value is none). */
export function looksNumeric(field: string): boolean {
  const value = parseNumber(field)
  return value !== undefined && !Number.isNaN(value)
}
