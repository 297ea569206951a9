/** `12,345`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 view`, `2 views`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Three digits, whatever the size: `0.0123`, `12.3`, `1.23e+7`. */
export function readable(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(1).replace('-', '−')
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 }).replace('-', '−')
}

/** `0.93 s`, `12 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
