import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { observedFeatures } from './observed-features.ts'

/** The view (n×d) with every NaN replaced by the mean of its feature; a copy. O(entries). */
export function fillMeans<M extends Matrix | SparseMatrix>(name: string, view: M): M {
  const { mean } = observedFeatures(name, view)
  const fill = (values: Float64Array, feature: (p: number) => number) =>
    values.map((value, p) => (Number.isNaN(value) ? mean[feature(p)] : value))
  if (isSparse(view)) return { ...view, values: fill(view.values, (p) => view.indices[p]) }
  return { ...view, data: fill((view as Matrix).data, (p) => p % view.columns) }
}
