import { counted, grouped } from '@manyview/core/words'
import { type Canvas, draw } from './draw.ts'

/** Up to this many clusters get a line each; more become columns. */
const mostLines = 30

/** One bar per cluster, as long as the cluster is large, with the number of samples. `names` of the clusters are their numbers by default. */
export function sizesFigure(
  sizes: readonly number[],
  canvas: Canvas,
  names: readonly string[] = Array.from(sizes.keys(), String),
): Promise<string> {
  const { theme, width } = canvas
  const longest = Math.floor(width / 16)
  const shown = names.map((name) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name))
  const bars = sizes.map((size, cluster) => ({ size, cluster, colour: theme.cluster(cluster) }))
  const title = ({ size, cluster }: (typeof bars)[number]) => `${names[cluster]}: ${counted(size, 'sample')}`
  const digits = Math.max(...sizes.map((size) => grouped(size).length))
  return draw(canvas, 'Samples in each cluster', (plot) =>
    sizes.length <= mostLines
      ? {
          height: 24 * sizes.length + 8,
          marginTop: 4,
          marginBottom: 4,
          marginLeft: Math.max(34, 14 + 7.2 * Math.max(...shown.map((name) => name.length))),
          marginRight: 8 * digits + 12,
          x: { axis: null },
          y: {
            type: 'band',
            padding: 0.28,
            label: null,
            tickSize: 0,
            domain: bars.map(({ cluster }) => cluster),
            tickFormat: (cluster: number) => shown[cluster],
          },
          color: { type: 'identity' },
          marks: [
            plot.barX(bars, { x: 'size', y: 'cluster', fill: 'colour', rx: 2, title }),
            plot.text(bars, {
              x: 'size',
              y: 'cluster',
              text: ({ size }) => grouped(size),
              textAnchor: 'start',
              dx: 6,
              fill: theme.muted,
              fontVariant: 'tabular-nums',
            }),
          ],
        }
      : {
          height: 200,
          marginTop: 12,
          marginBottom: 34,
          marginLeft: 8 * digits + 12,
          marginRight: 4,
          x: {
            type: 'band',
            padding: 0.15,
            label: 'cluster',
            labelArrow: 'none',
            labelAnchor: 'center',
            tickSize: 0,
            tickFormat: (cluster: number) => String(cluster),
            ticks: everyOther(sizes.length, width),
          },
          y: { label: null, ticks: 4, tickSize: 0, tickFormat: grouped },
          color: { type: 'identity' },
          marks: [
            plot.gridY({ ticks: 4, stroke: theme.line, strokeOpacity: 1 }),
            plot.barY(bars, { x: 'cluster', y: 'size', fill: 'colour', title }),
          ],
        },
  )
}

function everyOther(clusters: number, width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((each) => (clusters / each) * 26 < width) ?? 1000
  return Array.from({ length: Math.ceil(clusters / step) }, (_, i) => i * step)
}
