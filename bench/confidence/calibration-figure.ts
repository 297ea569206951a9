import { draw, onPaper, theme } from '@manyview/drawing'
import { canvas } from '../../packages/manyview/src/figures/canvas.ts'
import type { Judged } from './judge.ts'

/** A bin of one file with fewer samples than this is not drawn: its share would say little. */
const fewest = 20

/** Confidence (x) against the share of right samples (y): a grey line a file, and the mean of the files in colour. Returns SVG. */
export async function calibrationFigure(files: readonly (Judged & { file: string })[]): Promise<string> {
  const colours = theme(false, 1)
  const points = files.flatMap(({ file, bins }) =>
    bins.flatMap(({ samples, confidence, right }, bin) =>
      samples < fewest ? [] : [{ file, bin, x: confidence, y: right / samples }],
    ),
  )
  const means = Array.from({ length: 10 }, (_, bin) => points.filter((point) => point.bin === bin)).flatMap((here) =>
    here.length === 0 ? [] : [{ x: mean(here.map(({ x }) => x)), y: mean(here.map(({ y }) => y)) }],
  )
  const svg = await draw(canvas(colours, 560), 'Confidence against accuracy', (plot) => ({
    height: 460,
    marginLeft: 52,
    marginBottom: 44,
    x: { domain: [0, 1], label: 'confidence', tickSize: 0, labelArrow: 'none' },
    y: { domain: [0, 1], label: 'share of right samples', tickSize: 0, grid: true, labelArrow: 'none' },
    marks: [
      plot.line(
        [
          [0, 0],
          [1, 1],
        ],
        { stroke: colours.muted, strokeDasharray: '4 4' },
      ),
      plot.line(points, { x: 'x', y: 'y', z: 'file', stroke: colours.muted, strokeOpacity: 0.35 }),
      plot.dot(points, { x: 'x', y: 'y', r: 1.8, fill: colours.muted, fillOpacity: 0.5 }),
      plot.line(means, { x: 'x', y: 'y', stroke: colours.accent, strokeWidth: 2.5 }),
      plot.dot(means, { x: 'x', y: 'y', r: 4, fill: colours.accent }),
    ],
  }))
  return `${onPaper(svg, colours)}\n`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
