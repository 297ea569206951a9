import { matrix } from '../../linalg/matrix.ts'
import type { HeldRows } from '../../linalg/rows.ts'
import { isSparse } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'

const COPIES = 8

/** Standard deviations of the copies by which rows must measure more than they do. */
const CLEARLY = 4

/** True where rows (n×d) measure clearly more than eight copies of them whose columns were shuffled apart from each other: every column keeps its values, and whatever they showed together is gone. */
export function* isBeyondShuffled<R extends HeldRows>(
  rows: R,
  measure: (rows: R, random: Random) => Generator<Progress, number>,
  random: Random,
): Generator<Progress, boolean> {
  const found = yield* measure(rows, random.split(0))
  const copies: number[] = []
  for (let copy = 0; copy < COPIES; copy++) {
    const shuffled = shuffledColumns(rows, random.split(1, copy)) as R
    copies.push(yield* measure(shuffled, random.split(2, copy)))
    yield { stage: 'noise', iteration: copy + 1, total: COPIES }
  }
  const mean = copies.reduce((sum, value) => sum + value, 0) / COPIES
  const variance = copies.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (COPIES - 1)
  return found - mean > CLEARLY * Math.sqrt(variance)
}

/** Every column in an order of its own. */
function shuffledColumns(view: HeldRows, random: Random): HeldRows {
  const orders = Array.from({ length: view.columns }, (_, j) => random.split(j).permutation(view.rows))
  if (!isSparse(view)) {
    const result = matrix(view.rows, view.columns)
    for (let i = 0; i < view.rows; i++)
      for (let j = 0; j < view.columns; j++)
        result.data[orders[j][i] * view.columns + j] = view.data[i * view.columns + j]
    return result
  }
  const rows: { j: number; value: number }[][] = Array.from({ length: view.rows }, () => [])
  for (let i = 0; i < view.rows; i++)
    for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++)
      rows[orders[view.indices[p]][i]].push({ j: view.indices[p], value: view.values[p] })
  const entries = rows.flatMap((row) => row.sort((a, b) => a.j - b.j))
  const pointers = new Uint32Array(view.rows + 1)
  rows.forEach((row, i) => {
    pointers[i + 1] = pointers[i] + row.length
  })
  return {
    ...view,
    pointers,
    indices: Uint32Array.from(entries, ({ j }) => j),
    values: Float64Array.from(entries, ({ value }) => value),
  }
}
