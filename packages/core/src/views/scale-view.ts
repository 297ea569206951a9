import type { Matrix } from '../numerics/linalg/matrix.ts'
import { unitRows, withinRange, zScoreColumns } from '../numerics/linalg/scale.ts'
import { isSparse, type SparseMatrix, toDense } from '../numerics/linalg/sparse-matrix.ts'

/** Ways to scale a view before it is clustered. */
export type Scaling = 'auto' | 'feature' | 'sample' | 'none'

/**
 * The view scaled and dense: `feature` z-scores every feature, `sample` brings every sample to unit length, `none` leaves all as it is (up to a power of two where squares would be lost), and `auto` takes
 * `sample` for counts and other mostly zero, nonnegative views and `feature` for the rest. O(n·d).
 */
export function scaleView(view: Matrix | SparseMatrix, scaling: Scaling): Matrix {
  const chosen = scaling === 'auto' ? (isMostlyZero(view) ? 'sample' : 'feature') : scaling
  if (chosen === 'feature') return zScoreColumns(view)
  const dense = withinRange(isSparse(view) ? toDense(view) : view)
  return chosen === 'sample' ? unitRows(dense) : dense
}

/** No negative entry, and fewer than half of all entries differ from 0. */
function isMostlyZero(view: Matrix | SparseMatrix): boolean {
  const values = isSparse(view) ? view.values : view.data
  let nonZero = 0
  for (let p = 0; p < values.length; p++) {
    if (values[p] < 0) return false
    if (values[p] > 0) nonZero++
  }
  return nonZero < 0.5 * view.rows * view.columns
}
