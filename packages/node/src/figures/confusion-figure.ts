import type { StoredClustering } from '@manyview/formats'
import { confusion } from './confusion.ts'
import type { Canvas } from './draw.ts'
import { matrixFigure } from './matrix-figure.ts'

/** True classes against clusters: each cell shows how many samples of the class are in the cluster, its shade the share of the class. */
export function confusionFigure(stored: StoredClustering, canvas: Canvas): Promise<string> {
  const { classes, clusters, counts } = confusion(stored)!
  const totals = counts.map((row) => row.reduce((sum, count) => sum + count, 0))
  return matrixFigure(
    {
      title: 'True classes against clusters',
      rows: classes,
      columns: clusters.map(String),
      rowTitle: 'class',
      columnTitle: 'cluster',
      shade: (row, column) => counts[row][column] / Math.max(1, totals[row]),
      text: (row, column) => (counts[row][column] === 0 ? '' : String(counts[row][column])),
    },
    canvas,
  )
}
