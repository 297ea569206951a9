/** Writes a number with commas between thousands, `12,345`, and at most `digits` after the point, default 3. */
export function grouped(count: number, digits = 3): string {
  if (!Number.isFinite(count)) return '–'
  // Not by toLocaleString, whose first call in a process takes 40 ms.
  const [whole, ...decimals] = String(Number(count.toFixed(digits))).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−'), ...decimals].join('.')
}

/** Writes a count with its noun: `1 view`, `2 views`. `several` is the plural where it takes more than an s. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${grouped(count)} ${plural(count, noun, several)}`
}

/** Returns the noun alone in the form that the count needs: `view` for 1, else `views`. */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return count === 1 ? noun : several
}

/** Writes a number with three digits, whatever its size: `0.0123`, `12.3`, `1.2e+7`. */
export function readable(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(1).replaceAll('-', '−')
  return grouped(Number(value.toPrecision(3)), 6)
}

/** Writes a number with `digits` digits after the point, with a true minus and never `−0.00`. */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '–'
  const text = value.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text.replaceAll('-', '−')
}

/** Writes a share of 1 in percent: `12.5 %`, with `digits` after the point, default 0. */
export function percent(share: number, digits = 0): string {
  return Number.isFinite(share) ? `${fixed(100 * share, digits)} %` : '–'
}

/** Makes a text a sentence: a capital first, a point last. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** Writes a difference with its sign: `+0.05`, `−0.05`, `0.00`. */
export function signed(value: number, digits: number): string {
  const text = fixed(value, digits)
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text
}

/** Writes a p-value as papers do: `0.034`, `0.0012`, `3.2e−8`. */
export function pValue(p: number): string {
  if (!Number.isFinite(p)) return '–'
  if (p === 0) return '< 1e−300'
  return (p < 0.0001 ? p.toExponential(1) : p < 0.01 ? p.toFixed(4) : p.toFixed(3)).replace('-', '−')
}
