import { InputError } from '../input-error.ts'
import { type HeldRows, hasSparseRows, mapRows, type Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'

import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'

/** The view (n×d) with every NaN replaced by the mean of its feature over the samples of all ranks: a copy in memory, or whenever it is read. O(entries). */
export function* fillMeans<R extends Rows>(name: string, view: R, ranks: Ranks): Generator<Progress, R> {
  const { mean } = yield* featureMeans(name, view, ranks)
  const { columns } = view
  const filled = (values: Float64Array, feature: (p: number) => number) =>
    values.map((value, p) => (Number.isNaN(value) ? mean[feature(p)] : value))
  return mapRows(view, { columns, sparse: hasSparseRows(view) }, (block) =>
    'pointers' in block
      ? { ...block, values: filled(block.values, (p) => block.indices[p]) }
      : { ...block, data: filled(block.data, (p) => p % columns) },
  ) as R
}

/** What the values of each feature that are not missing come to. */
export interface FeatureMeans {
  mean: Float64Array
  /** Values that are not missing; what a sparse view does not store is zero and counts. */
  count: Float64Array
  /** Values that are stored, missing ones among them. */
  stored: Float64Array
}

/** Shows `look` every stored value of a block with its feature, in order. */
export function eachValue(block: HeldRows, look: (value: number, feature: number) => void): void {
  if ('pointers' in block) for (let p = 0; p < block.values.length; p++) look(block.values[p], block.indices[p])
  else for (let i = 0, p = 0; i < block.rows; i++) for (let j = 0; j < block.columns; j++, p++) look(block.data[p], j)
}

/** Mean of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks: the bytes of one process. A feature without any is refused. Two readings. O(entries). */
export function* featureMeans(name: string, view: Rows, ranks: Ranks): Generator<Progress, FeatureMeans> {
  const { rows, columns } = view
  const sparse = hasSparseRows(view)
  const count = new Float64Array(columns).fill(sparse ? rows : 0)
  const stored = new Float64Array(columns)
  yield* readRows(view, (block) =>
    eachValue(block, (value, j) => {
      stored[j]++
      if (Number.isNaN(value)) count[j] -= Number(sparse)
      else count[j] += Number(!sparse)
    }),
  )
  const mean = new Float64Array(columns)
  yield* sumRows(ranks, view, mean, (block) =>
    eachValue(block, (value, j) => {
      if (!Number.isNaN(value)) mean[j] += value
    }),
  )
  ranks.allReduceSum(count)
  ranks.allReduceSum(stored)
  const empty = count.indexOf(0)
  if (empty >= 0)
    throw new InputError(`feature ${empty} has no value in any sample, leave the feature out`, {
      code: 'empty-feature',
      argument: name,
      details: { feature: empty },
    })
  for (let j = 0; j < columns; j++) mean[j] /= count[j]
  return { mean, count, stored }
}
