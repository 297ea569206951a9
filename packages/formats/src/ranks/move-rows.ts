import { type Communicator, type DenseView, type SparseView, shares } from '@manyview/core'
import { beginnings } from './exchange.ts'
import { placeRows } from './place-rows.ts'

/** Brings rows that lie on the ranks in their order, `counts[r]` of them on rank r, into even shares. */
export function moveRows(
  communicator: Communicator,
  view: DenseView | SparseView,
  counts: readonly number[],
): DenseView | SparseView {
  const begins = beginnings(counts)
  const total = begins[counts.length]
  if (shares(total, communicator.size).every(({ begin }, r) => begin === begins[r])) return view
  const first = begins[communicator.rank]
  return placeRows(
    communicator,
    view,
    Float64Array.from({ length: view.samples }, (_, i) => first + i),
    total,
  )
}
