import { blocksOf, type HeldRows, isBlocked, type Rows } from '../../numerics/linalg/rows.ts'
import type { Progress } from '../progress.ts'
import { inTurn } from './ordered-sum.ts'
import type { Ranks } from './ranks.ts'

/**
 * Adds to `sums` over the rows of all ranks, in their order: block after block within a rank, and from rank to rank (`sumInTurn`). `add` gets each block of this rank's rows and the number
 * of its first row. The bytes are those of all rows in the memory of one process. Yields as `readRows`; one reading of the rows.
 */
export function* sumRows(
  ranks: Ranks,
  rows: Rows,
  sums: Float64Array,
  add: (block: HeldRows, begin: number) => void,
): Generator<Progress, void> {
  yield* inTurn(ranks, [sums], () => readRows(rows, add))
}

/** Shows `look` every block of this rank's rows, in their order. Yields after every block of rows that are not in memory; one reading of the rows. */
export function* readRows(
  rows: Rows,
  look: (block: HeldRows, begin: number) => void,
  stage = 'views',
): Generator<Progress, void> {
  for (const { begin, end, data } of blocksOf(rows)) {
    look(data, begin)
    // Rows in memory are done before anybody could look.
    if (isBlocked(rows)) yield { stage, iteration: end, total: rows.rows }
  }
}
