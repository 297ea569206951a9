import { type Matrix, matrix } from '../linalg/matrix.ts'

/** The mean of the points (n×d) of each cluster, and how many there are; zero for an empty one. O(n·d). */
export function clusterCentres(
  points: Matrix,
  labels: Int32Array,
  clusters: number,
): { centres: Matrix; sizes: Float64Array } {
  const { columns, data } = points
  const centres = matrix(clusters, columns)
  const sizes = new Float64Array(clusters)
  for (let i = 0, p = 0; i < labels.length; i++) {
    sizes[labels[i]]++
    for (let c = 0, q = labels[i] * columns; c < columns; c++) centres.data[q++] += data[p++]
  }
  for (let j = 0; j < clusters; j++)
    for (let c = 0; c < columns; c++) centres.data[j * columns + c] /= Math.max(sizes[j], 1)
  return { centres, sizes }
}
