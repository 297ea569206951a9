import type { Matrix } from '../linalg/matrix.ts'
import { power } from '../math/power.ts'
import { fuseClusters } from './fuse-clusters.ts'

/** Exponent e of weight / (volume · volume)^e, by which links count: with 1 small clusters would join first, with 0.5 large ones. */
const VOLUME_EXPONENT = 0.65

/**
 * Merges K fine clusters to `clusters` by the squared distance of their centres (K×d) and returns the new cluster of each. The distance of two groups is the mean over their samples, so that
 * large clusters do not draw small ones in; `sizes` counts the samples of each. O(K²·d).
 */
export function mergeByDistance(centres: Matrix, sizes: Float64Array, clusters: number): Int32Array {
  const { rows, columns, data } = centres
  const distance = new Float64Array(rows * rows)
  for (let a = 1; a < rows; a++)
    for (let b = 0; b < a; b++) {
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = data[a * columns + j] - data[b * columns + j]
        square += difference * difference
      }
      distance[a * rows + b] = distance[b * rows + a] = square
    }
  const weights = sizes.slice()
  return fuseClusters(distance, sizes, clusters, (a, b, others) => {
    weights[a] += weights[b]
    const share = weights[b] / weights[a]
    for (const c of others) {
      const mean = (1 - share) * distance[a * rows + c] + share * distance[b * rows + c]
      distance[a * rows + c] = distance[c * rows + a] = mean
    }
  })
}

/** Merges K fine clusters to `clusters` along the links between them (K×K, `clusterLinks`), first the two with the strongest links for their volumes, and returns the new cluster of each. O(K²). */
export function mergeByLinks(links: Matrix, sizes: Float64Array, clusters: number): Int32Array {
  const { rows } = links
  const weights = links.data.slice()
  const volumes = new Float64Array(rows)
  for (let a = 0; a < rows; a++) for (let b = 0; b < rows; b++) volumes[a] += weights[a * rows + b]
  const scaleOf = (volume: number) => (volume > 0 ? power(volume, -VOLUME_EXPONENT) : 0)
  const scales = volumes.map(scaleOf)
  const distance = weights.map((weight, p) => -weight * scales[Math.floor(p / rows)] * scales[p % rows])
  return fuseClusters(distance, sizes, clusters, (a, b, others) => {
    volumes[a] += volumes[b]
    scales[a] = scaleOf(volumes[a])
    for (const c of others) {
      const weight = weights[a * rows + c] + weights[b * rows + c]
      weights[a * rows + c] = weights[c * rows + a] = weight
      distance[a * rows + c] = distance[c * rows + a] = -weight * scales[a] * scales[c]
    }
  })
}
