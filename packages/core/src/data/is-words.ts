import type { Rows } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { readRows } from '../ranks/sum-rows.ts'

/**
 * True for what looks like words: fewer than half of the entries differ from 0, those of rows that are not `present` left out (they hold zeros). The rows of all ranks
 * count. O(entries).
 */
export function* isWords(
  view: Rows,
  present: Uint8Array | null = null,
  communicator: Communicator = oneProcess,
): Generator<Progress, boolean> {
  const rows = present ? present.reduce((sum, mark) => sum + mark, 0) : view.rows
  const counts = Float64Array.of(0, rows * view.columns)
  yield* readRows(view, (block) => {
    counts[0] += entriesOf('pointers' in block ? block.values : block.data)
  })
  communicator.allReduceSum(counts)
  return counts[0] < 0.5 * counts[1]
}

/** How many differ from 0. */
function entriesOf(values: Float64Array): number {
  let count = 0
  for (let p = 0; p < values.length; p++) if (values[p] !== 0) count++
  return count
}
