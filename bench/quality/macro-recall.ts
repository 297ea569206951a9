import { encodeLabels } from '@manyview/core'
import { bestAssignment } from '../../packages/core/src/metrics/best-assignment.ts'
import { contingency } from '../../packages/core/src/metrics/contingency.ts'

/** Mean over the classes of the share of a class that lies in the cluster matched with it, under the matching of the highest accuracy: a class of ten samples counts as much as one of a thousand. */
export function macroRecall(truth: readonly string[], labels: Int32Array): number {
  const { counts, rows, columns, rowSums } = contingency(encodeLabels(truth).codes, labels)
  let sum = 0
  bestAssignment(counts, rows, columns).forEach((column, row) => {
    if (column >= 0) sum += counts[row * columns + column] / rowSums[row]
  })
  return sum / rows
}
