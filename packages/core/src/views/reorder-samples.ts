import { matrix } from '../numerics/linalg/matrix.ts'
import { hasSparseRows, isBlocked, type Rows, rowsBetween } from '../numerics/linalg/rows.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { inverseOrder, moveRows, reorderRows } from '../runtime/ranks/reorder-rows.ts'

import { shares } from '../runtime/ranks/share.ts'
import { type KeptRows, keepRows, type Scratch } from '../runtime/scratch.ts'
import type { NamedRows } from './prepare-views.ts'

/** A view with its samples in another order; `remove` gives back the room that it takes beside memory. */
export interface ReorderedView<V extends NamedRows> {
  view: V
  remove(): void
}

/**
 * The view with its samples, `total` of them on all ranks, in the order `samples`; see `reorderRows`. `present` is null on all ranks or on none. Rows in blocks are kept in their new order in
 * `scratch`; without it they are read one by one, or, over ranks, held in memory. Sparse ones that move from rank to rank are in memory for a while.
 */
export function* reorderSamples<V extends NamedRows>(
  ranks: Ranks,
  view: V,
  samples: Uint32Array,
  scratch?: Scratch,
  total = samples.length,
): Generator<Progress, ReorderedView<V>> {
  const lacking = Float64Array.of(view.present?.includes(0) ? 1 : 0)
  ranks.allReduceSum(lacking)
  const { rows: data, remove } = yield* reordered(ranks, view.data, samples, scratch, total)
  if (lacking[0] === 0) return { view: { ...view, data, present: null }, remove }
  const marks = Float64Array.from({ length: view.data.rows }, (_, i) => view.present?.[i] ?? 1)
  const markRows = reorderRows(ranks, matrix(marks.length, 1, marks), samples, total)
  return { view: { ...view, data, present: Uint8Array.from(markRows.data) }, remove }
}

function* reordered(
  ranks: Ranks,
  own: Rows,
  order: Uint32Array,
  scratch: Scratch | undefined,
  total: number,
): Generator<Progress, KeptRows> {
  const remove = () => {}
  if (!isBlocked(own)) return { rows: reorderRows(ranks, own, order, total), remove }
  if (ranks.size === 1) {
    // Some of the samples, in their order, are read nearly as fast where they lie.
    if (!scratch || order.every((row, p) => p === 0 || row > order[p - 1])) return { rows: rowsAt(own, order), remove }
    return yield* keepRows(scratch, own, inverseOrder(order, total), order.length)
  }
  if (!scratch || hasSparseRows(own)) {
    const rows = reorderRows(ranks, rowsBetween(own, 0, own.rows), order, total)
    return scratch ? yield* keepRows(scratch, rows) : { rows, remove }
  }
  const { begin, end } = shares(order.length, ranks.size)[ranks.rank]
  const room = scratch.room(end - begin, own.columns)
  let done = 0
  const moving = moveRows(ranks, own, order, total, (at, rows) => {
    room.writeRows(at, rows)
    done = at + rows.length / own.columns
  })
  try {
    while (!moving.next().done) yield { stage: 'keeping views', iteration: done, total: end - begin }
  } catch (error) {
    room.remove()
    throw error
  }
  return { rows: room, remove: () => room.remove() }
}
