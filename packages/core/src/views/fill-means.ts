import { hasSparseRows, mapRows, type Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { featureMeans } from './feature-means.ts'

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
