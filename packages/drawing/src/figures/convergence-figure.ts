import type { ClusteringRecord } from '@manyview/formats'
import { type Canvas, draw } from './draw.ts'

/** True where the method left a curve to draw. */
export function hasCurve({ history }: Pick<ClusteringRecord, 'history'>): boolean {
  return curveOf(history) !== null
}

/** The objective, or where there is none the change, after each iteration. */
export function convergenceFigure({ history }: Pick<ClusteringRecord, 'history'>, canvas: Canvas): Promise<string> {
  const { theme } = canvas
  const { name, points, logarithmic } = curveOf(history)!
  return draw(canvas, `${name} after each iteration`, (plot) => ({
    height: 220,
    marginTop: 26,
    marginLeft: 58,
    marginRight: 14,
    marginBottom: 36,
    x: {
      label: 'iteration',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickSize: 0,
      ticks: wholeTicks(points.at(-1)!.iteration),
      tickFormat: 'd',
    },
    y: {
      type: logarithmic ? 'log' : 'linear',
      label: name,
      labelArrow: 'none',
      ticks: 4,
      tickSize: 0,
      tickFormat: readable,
    },
    marks: [
      plot.gridY({ ticks: 4, stroke: theme.line, strokeOpacity: 1 }),
      plot.line(points, { x: 'iteration', y: 'value', stroke: theme.accent, strokeWidth: 2, strokeLinejoin: 'round' }),
      plot.dot(points.slice(-1), { x: 'iteration', y: 'value', r: 3.5, fill: theme.accent }),
      plot.dot(points, {
        x: 'iteration',
        y: 'value',
        r: 6,
        fill: theme.accent,
        fillOpacity: 0.001,
        title: ({ iteration, value }) => `iteration ${iteration}: ${name} ${readable(value)}`,
      }),
    ],
  }))
}

function curveOf({ objective, change }: ClusteringRecord['history']) {
  for (const [name, values] of [
    ['objective', objective],
    ['change', change],
  ] as const) {
    const points = values
      .map((value, i) => ({ iteration: i + 1, value }))
      .filter(({ value }) => value !== null && Number.isFinite(value))
    if (points.length < 2) continue
    const sizes = points.map(({ value }) => value)
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
    return { name, points, logarithmic: least > 0 && most / least > 50 }
  }
  return null
}

function readable(value: number): string {
  const size = Math.abs(value)
  return size !== 0 && (size >= 1e5 || size < 1e-3)
    ? value.toExponential(0)
    : Number(value.toPrecision(4)).toLocaleString('en-US', { maximumSignificantDigits: 4 })
}

/** At most ten whole numbers from 1 to `last`, evenly spaced. */
function wholeTicks(last: number): number[] {
  const step = Math.ceil(last / 10)
  return Array.from({ length: Math.ceil(last / step) }, (_, i) => 1 + i * step)
}
