import type { Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'

/** True for what looks like words: fewer than half of the entries differ from 0, and none is below where `signed` is false. The rows of all ranks count. O(entries). */
export function* isWords(view: Rows, ranks: Ranks, signed = true): Generator<Progress, boolean> {
  const counts = Float64Array.of(0, 0, view.rows * view.columns)
  yield* readRows(view, (block) => {
    const values = 'pointers' in block ? block.values : block.data
    counts[0] += entriesOf(values)
    counts[1] += signed ? 0 : negativesOf(values)
  })
  ranks.allReduceSum(counts)
  const [entries, negatives, all] = counts
  return entries < 0.5 * all && negatives === 0
}

/** How many differ from 0. */
function entriesOf(values: Float64Array): number {
  let count = 0
  for (let p = 0; p < values.length; p++) if (values[p] !== 0) count++
  return count
}

/** How many are below 0. */
function negativesOf(values: Float64Array): number {
  let count = 0
  for (let p = 0; p < values.length; p++) if (values[p] < 0) count++
  return count
}
