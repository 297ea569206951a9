import { hasSparseRows, type Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks, leastOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'
import { eachValue, featureMeans } from './feature-means.ts'

/** What the values of each feature that are not missing look like; what a sparse view does not store is zero. */
export interface ObservedFeatures {
  mean: Float64Array
  /** Standard deviation. */
  deviation: Float64Array
  low: Float64Array
  high: Float64Array
}

/** Mean, deviation and range of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks: the bytes of one process. A feature without any is refused. O(entries). */
export function* observedFeatures(name: string, view: Rows, ranks: Ranks): Generator<Progress, ObservedFeatures> {
  const { columns } = view
  const { total: rows } = rowRange(ranks, view.rows)
  const { mean, count, stored } = yield* featureMeans(name, view, ranks)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  yield* readRows(view, (block) =>
    eachValue(block, (value, j) => {
      if (Number.isNaN(value)) return
      low[j] = Math.min(low[j], value)
      high[j] = Math.max(high[j], value)
    }),
  )
  leastOverRanks(ranks, low)
  largestOverRanks(ranks, high)
  const square = new Float64Array(columns)
  for (let j = 0; j < columns; j++) {
    if (!hasSparseRows(view) || stored[j] === rows) continue
    low[j] = Math.min(low[j], 0)
    high[j] = Math.max(high[j], 0)
    square[j] = (rows - stored[j]) * mean[j] * mean[j]
  }
  yield* sumRows(ranks, view, square, (block) =>
    eachValue(block, (value, j) => {
      if (!Number.isNaN(value)) square[j] += (value - mean[j]) * (value - mean[j])
    }),
  )
  return { mean, deviation: square.map((sum, j) => Math.sqrt(sum / count[j])), low, high }
}
