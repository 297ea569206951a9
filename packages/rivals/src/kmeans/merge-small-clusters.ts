import type { Matrix } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'

/**
 * Brings a partition with too many clusters down to `clusters`: the largest stay (ties: the lower number), every other joins the one whose mean of the
 * points (n×p) is nearest. Numbers follow the first appearance. Partitions with few enough clusters come back as they are. O(n·p + count·clusters·p).
 */
export function mergeSmallClusters(labels: Int32Array, points: Matrix, clusters: number): Int32Array {
  const count = labels.reduce((most, label) => Math.max(most, label + 1), 0)
  if (count <= clusters) return labels
  const sizes = new Float64Array(count)
  const means = matrix(count, points.columns)
  labels.forEach((label, i) => {
    sizes[label]++
    for (let j = 0; j < points.columns; j++)
      means.data[label * points.columns + j] += points.data[i * points.columns + j]
  })
  for (let c = 0; c < count; c++)
    for (let j = 0; j < points.columns; j++) means.data[c * points.columns + j] /= sizes[c]
  const bySize = Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b)
  const largestClusters = bySize.slice(0, clusters).sort((a, b) => a - b)
  const target = Int32Array.from(sizes, (_, c) =>
    largestClusters.includes(c) ? c : nearest(means, c, largestClusters),
  )
  const numbers = new Map<number, number>()
  return labels.map((label) => {
    if (!numbers.has(target[label])) numbers.set(target[label], numbers.size)
    return numbers.get(target[label])!
  })
}

function nearest(means: Matrix, from: number, among: number[]): number {
  const { columns, data } = means
  let best = among[0]
  let bestDistance = Infinity
  for (const candidate of among) {
    let distance = 0
    for (let j = 0; j < columns; j++) {
      const difference = data[from * columns + j] - data[candidate * columns + j]
      distance += difference * difference
    }
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}
