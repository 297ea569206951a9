import { chiSquaredTail } from '../numerics/math/chi-squared-tail.ts'
import type { CountTable } from './count-table.ts'

/** What Pearson's test says of a table. */
export interface ChiSquared {
  statistic: number
  degrees: number
  p: number
  /** Cramér's V, 0 … 1: how closely clusters and levels go together, whatever the number of samples. */
  effect: number
  /** Expected counts under 5, of which the test does not hold. */
  smallCounts: number
}

/** Pearson's χ² test of independence without Yates' correction, at least 2×2. O(cells). */
export function chiSquaredTest({ counts, rowSums, columnSums, total }: CountTable): ChiSquared {
  let statistic = 0
  let smallCounts = 0
  counts.forEach((row, i) => {
    row.forEach((count, j) => {
      const expected = (rowSums[i] * columnSums[j]) / total
      statistic += ((count - expected) * (count - expected)) / expected
      if (expected < 5) smallCounts++
    })
  })
  const narrow = Math.min(rowSums.length, columnSums.length) - 1
  const degrees = (rowSums.length - 1) * (columnSums.length - 1)
  const effect = Math.min(1, Math.sqrt(statistic / (total * narrow)))
  return { statistic, degrees, p: chiSquaredTail(statistic, degrees), effect, smallCounts }
}
