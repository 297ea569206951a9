import { bestAssignment } from '@manyview/core/metrics'
import { contingency } from '../../packages/core/src/metrics/contingency.ts'

/** Measures the mean over the classes of the share of a class that lies in the cluster matched with it, under the matching of the highest accuracy: a class of ten samples counts as much as one of a thousand. */
export function macroRecall(truth: readonly string[], labels: ArrayLike<number>): number {
  const { rows, columns, counts, rowSums } = contingency(truth, labels)
  const shares = Array.from(bestAssignment(counts, rows, columns), (column, row) =>
    column < 0 ? 0 : counts[row * columns + column] / rowSums[row],
  )
  return shares.reduce((sum, share) => sum + share, 0) / rows
}
