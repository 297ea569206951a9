import { draw, onPaper, theme } from '@manyview/drawing'
import { canvas } from '../../packages/manyview/src/figures/canvas.ts'

/** One fit of the scaling table. */
export interface ScalingPoint {
  samples: number
  name: string
  seconds: number
}

/** Processor time over the number of samples, both logarithmic, with a line of n^1.1 through the first point of each method; as SVG. */
export async function scalingFigure(points: readonly ScalingPoint[]): Promise<string> {
  const colours = theme(false, 8)
  const names = [...new Set(points.map(({ name }) => name))]
  const of = (name: string) => points.filter((point) => point.name === name)
  const allowed = names.flatMap((name) => {
    const [first] = of(name)
    return of(name).map(({ samples }) => ({ name, samples, seconds: first.seconds * (samples / first.samples) ** 1.1 }))
  })
  const svg = await draw(canvas(colours, 640), 'Time over the number of samples', (plot) => ({
    height: 380,
    marginRight: 120,
    x: { type: 'log', label: 'samples' },
    y: { type: 'log', label: 'processor seconds', grid: true },
    marks: [
      plot.line(allowed, { x: 'samples', y: 'seconds', z: 'name', stroke: colours.muted, strokeDasharray: '4 3' }),
      plot.line(points, {
        x: 'samples',
        y: 'seconds',
        z: 'name',
        stroke: (point: ScalingPoint) => colours.cluster(names.indexOf(point.name)),
        marker: 'dot',
      }),
      plot.text(
        names.map((name) => of(name).at(-1)!),
        { x: 'samples', y: 'seconds', text: 'name', textAnchor: 'start', dx: 8 },
      ),
    ],
  }))
  return onPaper(svg, colours)
}
