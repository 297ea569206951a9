import type { Rows } from '../numerics/linalg/rows.ts'
import { median } from '../numerics/math/median.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'

/** Standard deviations above the median length from which on rows are outliers, as estimated from the median distance to it. */
const OUTLYING = 3 * 1.4826

/** diag(scales) · (rows − 1·shiftᵀ): a view whose columns are centred and whose outliers are drawn in. */
export interface CentredColumns {
  /** The view as it is. */
  rows: Rows
  /** Mean of each column, length d. */
  shift: Float64Array
  /** What each centred row is multiplied by: 1, or less for one that is far longer than most. Own rows over ranks. */
  scales: Float64Array
}

/**
 * Centres the columns of a view (n×d) over the rows of all ranks. Rows that then are far longer than most are shortened, so that a few of them do not decide on the directions that are found: the scores of one long
 * document can be a hundred times those of others. Two readings. O(entries + n·log n).
 */
export function* centredColumns(view: Rows, ranks: Ranks): Generator<Progress, CentredColumns> {
  const count = Float64Array.of(view.rows)
  ranks.allReduceSum(count)
  const shift = new Float64Array(view.columns)
  yield* sumRows(ranks, view, shift, (block) => {
    const { columns } = block
    const values = 'pointers' in block ? block.values : block.data
    for (let p = 0; p < values.length; p++) shift['pointers' in block ? block.indices[p] : p % columns] += values[p]
  })
  for (let j = 0; j < shift.length; j++) shift[j] /= count[0]
  const lengths = yield* centredLengths(view, shift)
  const all = ranks.allGather(lengths)
  const usual = median(all)
  const longest = usual + OUTLYING * median(all.map((length) => Math.abs(length - usual)))
  return { rows: view, shift, scales: lengths.map((length) => (length > longest ? longest / length : 1)) }
}

/** The length of each row less `shift`; a sparse row by what is stored of it. */
function* centredLengths(view: Rows, shift: Float64Array): Generator<Progress, Float64Array> {
  const lengths = new Float64Array(view.rows)
  const shiftSquare = shift.reduce((sum, value) => sum + value * value, 0)
  yield* readRows(view, (block, begin) => {
    for (let i = 0; i < block.rows; i++) {
      let square = 'pointers' in block ? shiftSquare : 0
      if ('pointers' in block)
        for (let p = block.pointers[i]; p < block.pointers[i + 1]; p++)
          square += block.values[p] * (block.values[p] - 2 * shift[block.indices[p]])
      else
        for (let j = 0; j < block.columns; j++) {
          const apart = block.data[i * block.columns + j] - shift[j]
          square += apart * apart
        }
      lengths[begin + i] = Math.sqrt(Math.max(square, 0))
    }
  })
  return lengths
}
