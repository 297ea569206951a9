import type { Theme } from '../figures/theme.ts'
import type { Size } from './camera.ts'
import { escaped } from './map-svg.ts'
import { foldedText } from './place-labels.ts'

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
  const lines = foldedText(caption, Math.floor((whole / 100) * perHundred))
  const most = Math.max(1, Math.floor((height - line) / line))
  const words = lines.map(
    (text, i) => `<text x="12" y="${height + line * (i + 1)}" fill="${theme.muted}">${escaped(text)}</text>`,
  )
  const tall = height + line * (lines.length + 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${tall}" viewBox="0 0 ${whole} ${tall}" font-family="${escaped(theme.font)}" font-size="12" fill="${theme.ink}">${svg}<g transform="translate(${width} ${line})">${legend.kind === 'names' ? names(legend, most, theme) : scale(legend, theme)}</g>${words.join('')}</svg>`
}

function names({ entries }: NameLegend, most: number, theme: Theme): string {
  const rows: string[] = []
  let lines = 0
  for (const [i, { name, colour, count }] of entries.entries()) {
    const parts = foldedText(name, longest)
    const isLast = i === entries.length - 1
    if (lines + parts.length > (isLast ? most : most - 1)) {
      rows.push(`<text x="20" y="${lines * line}" fill="${theme.muted}">and ${entries.length - i} more</text>`)
      break
    }
    const texts = parts.map((text, p) => `<text x="20" y="${(lines + p) * line}">${escaped(text)}</text>`)
    rows.push(
      `<circle cx="8" cy="${lines * line - 4}" r="5" fill="${colour}"/>${texts.join('')}<text x="${legendWidth - 12}" y="${lines * line}" text-anchor="end" fill="${theme.muted}">${count}</text>`,
    )
    lines += parts.length
  }
  return rows.join('')
}

function scale({ low, high, stops }: Extract<Legend, { kind: 'scale' }>, theme: Theme): string {
  const wide = legendWidth - 24
  const parts = stops.map(
    (colour, i) => `<stop offset="${(i / (stops.length - 1)).toFixed(2)}" stop-color="${colour}"/>`,
  )
  return `<defs><linearGradient id="sheet-scale">${parts.join('')}</linearGradient></defs><rect width="${wide}" height="10" rx="5" fill="url(#sheet-scale)"/><text y="28" fill="${theme.muted}">${escaped(low)}</text><text x="${wide}" y="28" text-anchor="end" fill="${theme.muted}">${escaped(high)}</text>`
}
