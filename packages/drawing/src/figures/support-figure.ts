import { fixed } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'

/** How far the clusters follow each view, 0 (as by chance) to 1. */
export function supportFigure({ record, explanation }: StoredClustering, canvas: Canvas): Promise<string> {
  const { theme, width } = canvas
  const longest = Math.floor(width / 22)
  const bars = record.views.map(({ name }, view) => ({
    view,
    name: name.length > longest ? `${name.slice(0, longest - 1)}…` : name,
    support: explanation!.support[view],
  }))
  const title = ({ view, support }: (typeof bars)[number]) => `${record.views[view].name}: support ${fixed(support, 3)}`
  return draw(canvas, 'How far the clusters follow each view', (plot) => ({
    height: 30 * bars.length + 8,
    marginTop: 4,
    marginBottom: 4,
    marginLeft: 14 + 7.2 * Math.max(...bars.map(({ name }) => name.length)),
    marginRight: 44,
    x: { domain: [0, 1], clamp: true, axis: null },
    y: {
      type: 'band',
      padding: 0.4,
      domain: bars.map(({ view }) => view),
      tickFormat: (view: number) => bars[view].name,
      tickSize: 0,
      label: null,
    },
    marks: [
      plot.barX(bars, { x: 1, y: 'view', fill: theme.line, fillOpacity: 0.6, rx: 2, title }),
      plot.barX(bars, {
        x: ({ support }: { support: number }) => Math.max(0, support),
        y: 'view',
        fill: theme.accent,
        rx: 2,
        title,
      }),
      plot.text(bars, {
        x: 1,
        y: 'view',
        text: ({ support }: { support: number }) => fixed(support, 2),
        textAnchor: 'start',
        dx: 8,
        fontVariant: 'tabular-nums',
      }),
    ],
  }))
}
