import { InputError } from '../input-error.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { sumInTurn } from '../ranks/sum-in-turn.ts'

/** What the values of each feature that are not missing come to. */
export interface FeatureMeans {
  mean: Float64Array
  /** Values that are not missing; what a sparse view does not store is zero and counts. */
  count: Float64Array
  /** Values that are stored, missing ones among them. */
  stored: Float64Array
}

/** Mean of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks: the bytes of one process. A feature without any is refused. O(entries). */
export function featureMeans(
  name: string,
  view: Matrix | SparseMatrix,
  communicator: Communicator = oneProcess,
): FeatureMeans {
  const { rows, columns } = view
  const sparse = isSparse(view)
  const values = sparse ? view.values : view.data
  const feature = (p: number) => (sparse ? view.indices[p] : p % columns)
  const count = new Float64Array(columns).fill(sparse ? rows : 0)
  const stored = new Float64Array(columns)
  for (let p = 0; p < values.length; p++) {
    const j = feature(p)
    stored[j]++
    if (Number.isNaN(values[p])) count[j] -= Number(sparse)
    else count[j] += Number(!sparse)
  }
  const mean = new Float64Array(columns)
  sumInTurn(communicator, [mean], () => {
    for (let p = 0; p < values.length; p++) if (!Number.isNaN(values[p])) mean[feature(p)] += values[p]
  })
  communicator.allReduceSum(count)
  communicator.allReduceSum(stored)
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
