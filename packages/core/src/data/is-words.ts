import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/**
 * True for what looks like counts of words: no negative entry and fewer than half of the entries above 0. With several ranks, of which each has some of the
 * rows, all rows count. O(entries).
 */
export function isWords(view: Matrix | SparseMatrix, communicator: Communicator = oneProcess): boolean {
  const counts = Float64Array.of(positiveEntries(view), view.rows * view.columns)
  communicator.allReduceSum(counts)
  return counts[0] < 0.5 * counts[1]
}

/** How many entries are above 0; Infinity if one is below. */
function positiveEntries(view: Matrix | SparseMatrix): number {
  const values = isSparse(view) ? view.values : view.data
  let count = 0
  for (let p = 0; p < values.length; p++) {
    if (values[p] < 0) return Infinity
    if (values[p] > 0) count++
  }
  return count
}
