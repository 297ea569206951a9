import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { featureMeans } from './feature-means.ts'

/** The view (n×d) with every NaN replaced by the mean of its feature over the samples of all ranks; a copy. O(entries). */
export function fillMeans<M extends Matrix | SparseMatrix>(name: string, view: M, communicator?: Communicator): M {
  const { mean } = featureMeans(name, view, communicator)
  const fill = (values: Float64Array, feature: (p: number) => number) =>
    values.map((value, p) => (Number.isNaN(value) ? mean[feature(p)] : value))
  if (isSparse(view)) return { ...view, values: fill(view.values, (p) => view.indices[p]) }
  return { ...view, data: fill((view as Matrix).data, (p) => p % view.columns) }
}
