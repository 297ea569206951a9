import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'

/** True for what looks like counts of words: no negative entry and fewer than half of the entries above 0. O(entries). */
export function isWords(view: Matrix | SparseMatrix): boolean {
  const values = isSparse(view) ? view.values : view.data
  let nonZeros = 0
  for (let p = 0; p < values.length; p++) {
    if (values[p] < 0) return false
    if (values[p] > 0) nonZeros++
  }
  return nonZeros < 0.5 * view.rows * view.columns
}
