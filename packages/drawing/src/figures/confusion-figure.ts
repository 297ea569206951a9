import type { StoredClustering } from '@manyview/formats'
import { type CrossTable, crossTable } from './cross-table.ts'
import type { Canvas } from './draw.ts'
import { matrixFigure } from './matrix-figure.ts'

/** True classes against clusters; null without true labels. */
export function truthTable({ record, labels, truth }: StoredClustering): CrossTable | null {
  if (!truth) return null
  const names = Array.from({ length: record.clusters }, (_, cluster) => String(cluster))
  return crossTable({ names: truth.classes, codes: truth.codes }, { names, codes: labels })
}

/** True classes against clusters: each cell shows how many samples of the class are in the cluster, its shade the share of the class. */
export function confusionFigure(stored: StoredClustering, canvas: Canvas): Promise<string> {
  const words = { title: 'True classes against clusters', rowTitle: 'class', columnTitle: 'cluster' }
  return crossTableFigure(truthTable(stored)!, words, canvas)
}

/** Two partitions against each other: each cell shows the samples that are in both parts, its shade the share of the row. */
export function crossTableFigure(
  { rows, columns, counts, sizes }: CrossTable,
  words: { title: string; rowTitle: string; columnTitle: string },
  canvas: Canvas,
): Promise<string> {
  return matrixFigure(
    {
      ...words,
      rows,
      columns,
      shade: (row, column) => counts[row][column] / Math.max(1, sizes[row]),
      text: (row, column) => (counts[row][column] === 0 ? '' : String(counts[row][column])),
    },
    canvas,
  )
}
