import { runToEnd } from '../runtime/steps.ts'
import { inspectRows } from './inspect-rows.ts'
import type { DenseView, SparseView } from './view.ts'
import { viewRows } from './view-rows.ts'

/** 1 where a sample has the view, 0 where its mask says no or, in a dense view, where all its values are NaN; null: all samples have it. O(entries). */
export function presentSamples(view: DenseView | SparseView): Uint8Array | null {
  return runToEnd(inspectRows(viewRows('view', view), view.present)).present
}
