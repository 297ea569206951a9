import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'

/** Numbers that are in the kernels' memory at a time. */
const PIECE = 500_000
/** Multiplications that a quotient with what is around it is worth. */
const QUOTIENT = 10

/**
 * Rows of `to` ← what `work` makes of the rows of `from`, some rows at a time in the kernels' memory: it gets the rows that were copied there, room for as many rows of `to`, which may be `from`, and ranges of rows to share among threads.
 * O(entries).
 */
export function inPieces(
  kernels: Kernels,
  from: Matrix,
  to: Matrix,
  work: (rows: Block, made: Block, ranges: [number, number][]) => unknown,
): void {
  const height = Math.max(1, Math.floor(PIECE / Math.max(from.columns, to.columns, 1)))
  const mark = kernels.mark()
  const given = kernels.allocate(Math.min(height, from.rows) * from.columns)
  const made = kernels.allocate(Math.min(height, from.rows) * to.columns)
  for (let begin = 0; begin < from.rows; begin += height) {
    const end = Math.min(begin + height, from.rows)
    given.f64.set(from.data.subarray(begin * from.columns, end * from.columns))
    work(given, made, workRanges(end - begin, 1, QUOTIENT * to.columns))
    to.data.set(made.f64.subarray(0, (end - begin) * to.columns), begin * to.columns)
  }
  kernels.release(mark)
}
