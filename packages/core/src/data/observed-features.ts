import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { largestOverRanks, leastOverRanks } from '../ranks/least-over-ranks.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import { sumInTurn } from '../ranks/sum-in-turn.ts'
import { featureMeans } from './feature-means.ts'

/** What the values of each feature that are not missing look like; what a sparse view does not store is zero. */
export interface ObservedFeatures {
  mean: Float64Array
  /** Standard deviation. */
  deviation: Float64Array
  low: Float64Array
  high: Float64Array
}

/** Mean, deviation and range of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks: the bytes of one process. A feature without any is refused. O(entries). */
export function observedFeatures(
  name: string,
  view: Matrix | SparseMatrix,
  communicator: Communicator = oneProcess,
): ObservedFeatures {
  const { columns } = view
  const { total: rows } = rowsOnRanks(communicator, view.rows)
  const values = isSparse(view) ? view.values : view.data
  const feature = (p: number) => (isSparse(view) ? view.indices[p] : p % columns)
  const { mean, count, stored } = featureMeans(name, view, communicator)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  for (let p = 0; p < values.length; p++) {
    if (Number.isNaN(values[p])) continue
    const j = feature(p)
    low[j] = Math.min(low[j], values[p])
    high[j] = Math.max(high[j], values[p])
  }
  leastOverRanks(communicator, low)
  largestOverRanks(communicator, high)
  const square = new Float64Array(columns)
  for (let j = 0; j < columns; j++) {
    if (!isSparse(view) || stored[j] === rows) continue
    low[j] = Math.min(low[j], 0)
    high[j] = Math.max(high[j], 0)
    square[j] = (rows - stored[j]) * mean[j] * mean[j]
  }
  sumInTurn(communicator, [square], () => {
    for (let p = 0; p < values.length; p++) {
      const j = feature(p)
      if (!Number.isNaN(values[p])) square[j] += (values[p] - mean[j]) * (values[p] - mean[j])
    }
  })
  return { mean, deviation: square.map((sum, j) => Math.sqrt(sum / count[j])), low, high }
}
