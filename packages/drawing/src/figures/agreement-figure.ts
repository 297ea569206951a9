import { fixed } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import type { Canvas } from './draw.ts'
import { matrixFigure } from './matrix-figure.ts'

/** How far the views agree with each other and with the clusters, as a shaded matrix. */
export function agreementFigure({ record, explanation }: StoredClustering, canvas: Canvas): Promise<string> {
  const names = [...record.views.map(({ name }) => name), 'clusters']
  const { agreement } = explanation!
  return matrixFigure(
    {
      title: 'Agreement of the views',
      rows: names,
      columns: names,
      rowTitle: '',
      columnTitle: '',
      shade: (row, column) => (row === column ? 0 : Math.max(0, agreement[row][column])),
      text: (row, column) => (row === column ? '' : fixed(agreement[row][column], 2)),
    },
    canvas,
  )
}
