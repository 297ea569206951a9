import { InputError } from '../input-error.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/** What the values of each feature that are not missing come to. */
export interface FeatureMeans {
  mean: Float64Array
  /** Values that are not missing; what a sparse view does not store is zero and counts. */
  count: Float64Array
  /** Values that are stored, missing ones among them. */
  stored: Float64Array
}

/** Mean of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks. A feature without any is refused. O(entries). */
export function featureMeans(
  name: string,
  view: Matrix | SparseMatrix,
  communicator: Communicator = oneProcess,
): FeatureMeans {
  const { rows, columns } = view
  const sparse = isSparse(view)
  const values = sparse ? view.values : view.data
  const count = new Float64Array(columns).fill(sparse ? rows : 0)
  const stored = new Float64Array(columns)
  const mean = new Float64Array(columns)
  for (let p = 0; p < values.length; p++) {
    const j = sparse ? view.indices[p] : p % columns
    stored[j]++
    if (Number.isNaN(values[p])) {
      if (sparse) count[j]--
      continue
    }
    if (!sparse) count[j]++
    mean[j] += values[p]
  }
  for (const sums of [count, stored, mean]) communicator.allReduceSum(sums)
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
