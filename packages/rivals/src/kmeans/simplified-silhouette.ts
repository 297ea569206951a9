import type { Matrix } from '@manyview/core'

/**
 * How well a k-means partition separates its points (n×p), from −1 to 1: the mean of (b − a) / max(a, b), a the distance of a point to its own centre and b to the
 * nearest other. 0 for one cluster. O(n·k·p). Source: Hruschka, de Castro and Campello, 2004, after Rousseeuw's silhouette.
 */
export function simplifiedSilhouette(points: Matrix, labels: Int32Array, centres: Matrix): number {
  const { rows, columns, data } = points
  if (centres.rows < 2) return 0
  let sum = 0
  for (let i = 0; i < rows; i++) {
    let ownDistance = 0
    let other = Infinity
    for (let c = 0; c < centres.rows; c++) {
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = data[i * columns + j] - centres.data[c * columns + j]
        square += difference * difference
      }
      if (c === labels[i]) ownDistance = Math.sqrt(square)
      else other = Math.min(other, Math.sqrt(square))
    }
    if (Math.max(ownDistance, other) > 0) sum += (other - ownDistance) / Math.max(ownDistance, other)
  }
  return sum / rows
}
