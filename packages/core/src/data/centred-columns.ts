import type { Rows } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { sumRows } from '../ranks/sum-rows.ts'

/** A view as it is, and the mean of each column, which is to be taken off. */
export interface CentredColumns {
  rows: Rows
  /** Length d. */
  shift: Float64Array
}

/** The column means of a view (n×d) over the rows of all ranks, and the view. One reading. O(entries). */
export function* centredColumns(
  view: Rows,
  communicator: Communicator = oneProcess,
): Generator<Progress, CentredColumns> {
  const count = Float64Array.of(view.rows)
  communicator.allReduceSum(count)
  const shift = new Float64Array(view.columns)
  yield* sumRows(communicator, view, shift, (block) => {
    const { columns } = block
    const values = 'pointers' in block ? block.values : block.data
    for (let p = 0; p < values.length; p++) shift['pointers' in block ? block.indices[p] : p % columns] += values[p]
  })
  for (let j = 0; j < shift.length; j++) shift[j] /= count[0]
  return { rows: view, shift }
}
