import { type Association, numberAtRisk } from '@manyview/core/metadata'
import { grouped, percent } from '@manyview/core/words'
import { type Canvas, draw } from './draw.ts'

/** Clusters that get a line each; beyond, the largest. */
const mostCurves = 12
/** Height of a row of numbers at risk. */
const row = 17

/** The curve of Kaplan and Meier of each cluster, with a cross where a sample was last seen, and under it how many samples were still watched. */
export function survivalFigure(
  association: Association & { kind: 'survival' },
  canvas: Canvas,
  names: readonly string[] = [],
): Promise<string> {
  const name = (cluster: number) => names[cluster] || `cluster ${cluster}`
  const { theme, width } = canvas
  const curves = association.curves
    .map((curve, cluster) => ({ ...curve, cluster }))
    .filter(({ samples }) => samples > 0)
    .sort((a, b) => b.samples - a.samples || a.cluster - b.cluster)
    .slice(0, mostCurves)
    .sort((a, b) => a.cluster - b.cluster)
  const last = Math.max(...curves.map(({ times }) => times.at(-1)!))
  const ticks = niceTicks(last, Math.max(3, Math.floor(width / 130)))
  const longest = Math.max(...curves.map(({ cluster }) => name(cluster).length))
  const left = Math.min(Math.max(72, 6.9 * longest + 44), 0.42 * width)
  const letters = Math.floor((left - 40) / 6.9)
  const shortName = (cluster: number) =>
    name(cluster).length > letters ? `${name(cluster).slice(0, letters - 1)}…` : name(cluster)
  return draw(canvas, `Survival by cluster: ${association.column}`, (plot) => ({
    height: 300 + row * (curves.length + 1),
    marginTop: 14,
    marginLeft: left,
    marginRight: 24,
    marginBottom: 62 + row * (curves.length + 1),
    x: {
      domain: [0, last],
      ticks,
      label: `${association.column.split(', ')[0]}: time, in the unit of the file`,
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 36,
      tickSize: 4,
      tickFormat: grouped,
    },
    y: {
      domain: [0, 1],
      ticks: 5,
      label: 'share without the event',
      labelArrow: 'none',
      labelAnchor: 'center',
      tickSize: 0,
      tickFormat: (share: number) => percent(share),
    },
    marks: [
      plot.gridY({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
      ...curves.flatMap(({ cluster, times, survival, eventsAt }) => {
        const steps = [{ time: 0, share: 1 }, ...times.map((time, i) => ({ time, share: survival[i] }))]
        const seenLast = times.flatMap((time, i) => (eventsAt[i] === 0 ? [{ time, share: survival[i] }] : []))
        return [
          plot.line(steps, {
            x: 'time',
            y: 'share',
            curve: 'step-after',
            stroke: theme.cluster(cluster),
            strokeWidth: 2,
          }),
          plot.dot(steps, {
            x: 'time',
            y: 'share',
            r: 5,
            fill: theme.cluster(cluster),
            fillOpacity: 0.001,
            title: ({ time, share }) => `${name(cluster)}, ${grouped(time)}: ${percent(share)}`,
          }),
          plot.dot(seenLast, { x: 'time', y: 'share', symbol: 'plus', r: 2.5, stroke: theme.cluster(cluster) }),
        ]
      }),
      plot.text(['at risk'], {
        x: 0,
        y: 0,
        dy: 52,
        dx: 8 - left,
        textAnchor: 'start',
        fill: theme.muted,
        text: (word) => word,
      }),
      ...curves.flatMap((curve, place) => {
        const dy = 52 + row * (place + 1)
        return [
          plot.text([curve.cluster], {
            x: 0,
            y: 0,
            dy,
            dx: 8 - left,
            textAnchor: 'start',
            fontWeight: 600,
            fill: theme.cluster(curve.cluster),
            text: shortName,
            title: name,
          }),
          plot.text(ticks, {
            x: (time) => time,
            y: 0,
            dy,
            text: (time) => grouped(numberAtRisk(curve, time)),
            fill: theme.ink,
            fontVariant: 'tabular-nums',
          }),
        ]
      }),
    ],
  }))
}

/** Times from 0, in steps of 1, 2 or 5 times a power of ten, about `count` of them. */
function niceTicks(last: number, count: number): number[] {
  if (!(last > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(last / count))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => last / each <= count)!
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
}
