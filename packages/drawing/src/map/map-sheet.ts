import type { Theme } from '../figures/theme.ts'
import type { Size } from './camera.ts'
import { escaped } from './map-svg.ts'

/** What the colours of a map mean. */
export type Legend = NameLegend | { kind: 'scale'; low: string; high: string; stops: readonly string[] }

export interface NameLegend {
  kind: 'names'
  entries: { name: string; colour: string; count: number }[]
  note?: string
}

/** Pixels between two lines. */
const line = 20
/** Pixels across the legend. */
export const legendWidth = 220
/** Letters of a name, and of a line of the caption for each 100 pixels. */
const longest = 24
const perHundred = 15.5

/** A map for a file: the SVG of the map with its legend beside it and its caption below, so that it can be read alone. */
export function mapSheet(svg: string, { width, height }: Size, legend: Legend, caption: string, theme: Theme): string {
  const whole = width + legendWidth
  const lines = folded(caption, Math.floor((whole / 100) * perHundred))
  const most = Math.max(1, Math.floor((height - line) / line))
  const words = lines.map(
    (text, i) => `<text x="12" y="${height + line * (i + 1)}" fill="${theme.muted}">${escaped(text)}</text>`,
  )
  const tall = height + line * (lines.length + 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${tall}" viewBox="0 0 ${whole} ${tall}" font-family="${escaped(theme.font)}" font-size="12" fill="${theme.ink}">${svg}<g transform="translate(${width} ${line})">${legend.kind === 'names' ? names(legend, most, theme) : scale(legend, theme)}</g>${words.join('')}</svg>`
}

function names({ entries }: NameLegend, most: number, theme: Theme): string {
  const shown = entries.slice(0, entries.length > most ? most - 1 : most)
  const rest = entries.length - shown.length
  const rows = shown.map(({ name, colour, count }, i) => {
    const cut = name.length > longest ? `${name.slice(0, longest - 1)}…` : name
    return `<circle cx="8" cy="${i * line - 4}" r="5" fill="${colour}"/><text x="20" y="${i * line}">${escaped(cut)}</text><text x="${legendWidth - 12}" y="${i * line}" text-anchor="end" fill="${theme.muted}">${count}</text>`
  })
  if (rest > 0) rows.push(`<text x="20" y="${shown.length * line}" fill="${theme.muted}">and ${rest} more</text>`)
  return rows.join('')
}

function scale({ low, high, stops }: Extract<Legend, { kind: 'scale' }>, theme: Theme): string {
  const wide = legendWidth - 24
  const parts = stops.map(
    (colour, i) => `<stop offset="${(i / (stops.length - 1)).toFixed(2)}" stop-color="${colour}"/>`,
  )
  return `<defs><linearGradient id="sheet-scale">${parts.join('')}</linearGradient></defs><rect width="${wide}" height="10" rx="5" fill="url(#sheet-scale)"/><text y="28" fill="${theme.muted}">${escaped(low)}</text><text x="${wide}" y="28" text-anchor="end" fill="${theme.muted}">${escaped(high)}</text>`
}

/** A text in lines of at most so many letters. */
function folded(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
