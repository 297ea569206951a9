import type { Matrix } from '@manyview/core'
import { type NamedMatrix, scaleView } from '@manyview/core/methods'
import { takeRows } from '@manyview/core/numerics'

/**
 * Share of the variance of the views that the clusters explain, from 0 to 1, the mean over the views: 1 − (squared distances to the means of the clusters) ÷ (to the
 * mean of all). Views are scaled as `scaleView` does by itself. It is measured on the data and not on what a method made of them: a method that smooths its embedding
 * along the file would otherwise praise its own smoothing. A view is judged by the samples that have it. Comparable between partitions of the same samples into the same number of clusters. O(n·d).
 */
export function explainedVariance(views: readonly NamedMatrix[], labels: ArrayLike<number>): number {
  const shares = views.map(({ data, present }) => {
    if (!present) return shareOf(scaleView(data, 'auto'), labels)
    const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
    return shareOf(
      scaleView(takeRows(data, place), 'auto'),
      Array.from(place, (i) => labels[i]),
    )
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function shareOf({ rows, columns, data }: Matrix, labels: ArrayLike<number>): number {
  let clusters = 0
  for (let i = 0; i < rows; i++) clusters = Math.max(clusters, labels[i] + 1)
  const sizes = new Float64Array(clusters)
  const means = new Float64Array(clusters * columns)
  const mean = new Float64Array(columns)
  for (let i = 0; i < rows; i++) {
    sizes[labels[i]]++
    for (let j = 0; j < columns; j++) {
      means[labels[i] * columns + j] += data[i * columns + j]
      mean[j] += data[i * columns + j] / rows
    }
  }
  let total = 0
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const difference = data[i * columns + j] - mean[j]
      total += difference * difference
    }
  if (total === 0) return 0
  let between = 0
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < columns && sizes[c] > 0; j++) {
      const difference = means[c * columns + j] / sizes[c] - mean[j]
      between += sizes[c] * difference * difference
    }
  return Math.min(1, between / total)
}
