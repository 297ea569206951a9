import { clusterCentres } from '../kmeans/cluster-centres.ts'
import { isSparse, toDense } from '../linalg/sparse-matrix.ts'
import type { CentreModel } from './model.ts'
import type { Training } from './train-model.ts'

/** Mean and deviation (n − 1) of every feature and the centres of k-means among the z-scores. O(n·d). */
export function trainCentres({ input, clustering, about }: Training): CentreModel {
  return {
    ...about,
    way: 'centres',
    parts: input.views.map(({ data }, view) => {
      const { rows, columns, data: values } = isSparse(data) ? toDense(data) : data
      const mean = new Float64Array(columns)
      const scale = new Float64Array(columns)
      const column = new Float64Array(rows)
      for (let j = 0; j < columns; j++) {
        for (let i = 0; i < rows; i++) column[i] = values[i * columns + j]
        if (column.every((value) => value === column[0])) continue
        mean[j] = column.reduce((sum, value) => sum + value, 0) / rows
        const square = column.reduce((sum, value) => sum + (value - mean[j]) * (value - mean[j]), 0)
        scale[j] = 1 / Math.sqrt(square / (rows - 1))
      }
      return { view, mean, scale }
    }),
    ...clusterCentres(clustering.embedding!, clustering.labels, clustering.clusters),
  }
}
