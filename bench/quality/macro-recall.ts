import { encodeLabels } from '@manyview/core/metrics'
import { bestMatching } from './best-matching.ts'

/** Measures the mean over the classes of the share of a class that lies in the cluster matched with it, under the matching of the highest accuracy: a class of ten samples counts as much as one of a thousand. */
export function macroRecall(truth: readonly string[], labels: ArrayLike<number>): number {
  const classes = encodeLabels(truth)
  const clusters = encodeLabels(Int32Array.from(labels))
  const columns = Math.max(classes.names.length, clusters.names.length)
  const counts = classes.names.map(() => new Array<number>(columns).fill(0))
  for (let i = 0; i < truth.length; i++) counts[classes.codes[i]][clusters.codes[i]]++
  const shares = bestMatching(counts).map(
    (column, row) => counts[row][column] / counts[row].reduce((sum, count) => sum + count, 0),
  )
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
