import type { Matrix } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import { matrix, Random } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { rowRange } from '@manyview/core/runtime'
import { isHeld, placeRows } from '@manyview/formats'

/** The order that `shuffle` stands for, of the samples of all ranks of which this one has `own`; null where they stay as they are. */
export function shuffledOrder(shuffle: number | null, own: number, ranks: Ranks): Uint32Array | null {
  return shuffle === null ? null : new Random(shuffle).permutation(rowRange(ranks, own).total)
}

/** Where samples are put into an order. */
interface OrderedOn {
  /** The ranks that have their own samples each. */
  ranks: Ranks
  /** For views that are read in blocks. */
  scratch?: Scratch
}

/** The view with sample `order[i]` at place i (null: as it is), without ids; which samples lack it is kept. Over ranks samples go to the rank whose share they are then in. O(entries). */
export function reorderSamples(
  { ids: _, ...view }: ShapedView,
  order: Uint32Array | null,
  { ranks, scratch }: OrderedOn,
): ShapedView {
  if (!order) return view
  const { begin } = rowRange(ranks, view.samples)
  const targets = new Float64Array(view.samples)
  order.forEach((sample, place) => {
    if (sample >= begin && sample < begin + view.samples) targets[sample - begin] = place
  })
  return placeRows(ranks, view, targets, order.length, isHeld(view) ? null : (scratch ?? null))
}

/** Undoes the order: what was computed for place i goes to sample `order[i]`. */
export function restoreOrder<A extends Int32Array | Float64Array | Uint8Array>(values: A, order: Uint32Array): A {
  const result = values.slice() as A
  for (let i = 0; i < order.length; i++) result[order[i]] = values[i]
  return result
}

/** The same for the rows of a matrix. */
export function restoreRows(rows: Matrix, order: Uint32Array): Matrix {
  const result = matrix(rows.rows, rows.columns)
  for (let i = 0; i < order.length; i++)
    result.data.set(rows.data.subarray(i * rows.columns, (i + 1) * rows.columns), order[i] * rows.columns)
  return result
}
