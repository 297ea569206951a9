import { kmeans } from '../numerics/kmeans/kmeans.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'

/** Labels of all rows of `points` (n×p) from those of some rows: each row goes to the nearest mean. O(n·clusters·p). */
export function extendPartition(
  kernels: Kernels,
  points: Matrix,
  rows: Uint32Array,
  labels: Int32Array,
  clusters: number,
): Int32Array {
  const means = matrix(clusters, points.columns)
  const sizes = new Float64Array(clusters)
  rows.forEach((row, r) => {
    sizes[labels[r]]++
    for (let j = 0; j < points.columns; j++)
      means.data[labels[r] * points.columns + j] += points.data[row * points.columns + j]
  })
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < points.columns; j++) means.data[c * points.columns + j] /= Math.max(sizes[c], 1)
  const nearest = { clusters, random: new Random(0), restarts: 0, starts: [means], maxIterations: 1 }
  return kmeans(kernels, points, nearest).labels
}
