import type { BlockedSparseView, DenseView, ShapedView, SparseView } from '@manyview/core'

/** A view whose numbers are in memory. */
export type HeldView = DenseView | SparseView

/** True for a view in memory, false for one that is read in blocks. */
export function isHeld(view: ShapedView): view is HeldView {
  return 'data' in view || 'pointers' in view
}

/** True for a view that has only the entries that are not zero. */
export function isSparseView(view: ShapedView): view is SparseView | BlockedSparseView {
  return 'pointers' in view || 'readSparseRows' in view
}

/** Numbers of a block, about. */
const blockNumbers = 1 << 22

/** How many samples of a view are about `numbers` numbers, at least one; by default 32 MiB of them. */
export function samplesAtOnce(view: ShapedView, numbers = blockNumbers): number {
  if ('readSparseRows' in view) return view.blockSamples ?? 1024
  const width = 'pointers' in view ? (2 * view.values.length) / Math.max(view.samples, 1) : view.features
  return Math.max(1, Math.floor(numbers / (2 + width)))
}
