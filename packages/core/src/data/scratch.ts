import { type BlockedMatrix, blocksOf } from '../linalg/blocked-matrix.ts'
import type { Progress } from '../progress.ts'

/** Room for a matrix that is too large for memory, such as a file. Rows are read as they were written. */
export interface ScratchMatrix extends BlockedMatrix {
  /** Keeps whole rows from row `begin` on. */
  writeRows(begin: number, values: Float64Array): void
  /** Gives the room back. */
  remove(): void
}

/** Where fits of blocked views keep what they would otherwise compute at every reading. */
export interface Scratch {
  /** Room for rows × columns doubles. */
  room(rows: number, columns: number): ScratchMatrix
}

/** Keeps a matrix in `scratch`, row i at place `places[i]` (its own where there are none). One reading, one writing. */
export function* keepRows(
  scratch: Scratch,
  a: BlockedMatrix,
  places?: Uint32Array,
): Generator<Progress, ScratchMatrix> {
  const kept = scratch.room(a.rows, a.columns)
  let whole = false
  try {
    for (const { begin, end, data } of blocksOf(a)) {
      if (!places) kept.writeRows(begin, data)
      else
        for (let i = begin; i < end; i++)
          kept.writeRows(places[i], data.subarray((i - begin) * a.columns, (i - begin + 1) * a.columns))
      yield { stage: 'keeping views', iteration: end, total: a.rows }
    }
    whole = true
    return kept
  } finally {
    if (!whole) kept.remove()
  }
}
