import { draw, onPaper, theme } from '@manyview/drawing'
import { canvas } from '../../packages/manyview/src/figures/canvas.ts'
import type { RooflinePoint } from './kernel-rows.ts'

/** What one 2.5 GHz core computes with plain 128-bit SIMD and reads, GF/s and GB/s: the targets of the kernels are shares of it. Faster cores lie above. */
const ROOFS = [
  { name: 'double', peak: 12 },
  { name: 'single', peak: 24 },
]
/** Bandwidth of the memory that the roof is drawn for, in GB/s. */
const BANDWIDTH = 11

/** The speed of both products over their operations a byte, under the roofs of a core, as SVG. */
export async function rooflineFigure(points: readonly RooflinePoint[]): Promise<string> {
  const colours = theme(false, 8)
  const roof = ROOFS.flatMap(({ name, peak }) =>
    [0.5, peak / BANDWIDTH, 64].map((intensity) => ({
      name,
      intensity,
      speed: Math.min(peak, intensity * BANDWIDTH),
    })),
  )
  const names = [...new Set(points.map(({ product }) => product))]
  const svg = await draw(canvas(colours, 720), 'Roofline of the two products', (plot) => ({
    height: 420,
    marginRight: 110,
    x: { type: 'log', base: 2, label: 'operations a byte of X' },
    y: { type: 'log', base: 2, label: 'GF/s, one thread', grid: true },
    marks: [
      plot.line(roof, { x: 'intensity', y: 'speed', z: 'name', stroke: colours.muted, strokeDasharray: '4 3' }),
      plot.text(
        ROOFS.map(({ name, peak }) => ({ text: `${name}, 2.5 GHz`, intensity: 64, speed: peak })),
        { x: 'intensity', y: 'speed', text: 'text', textAnchor: 'start', dx: 6, fill: colours.muted },
      ),
      plot.line(points, {
        x: 'intensity',
        y: 'speed',
        z: 'product',
        stroke: (p: RooflinePoint) => colours.cluster(names.indexOf(p.product)),
        marker: 'dot',
      }),
      plot.text(
        names.map((product) => points.filter((point) => point.product === product).at(-1)!),
        { x: 'intensity', y: 'speed', text: 'product', textAnchor: 'start', dx: 6 },
      ),
    ],
  }))
  return onPaper(svg, colours)
}
