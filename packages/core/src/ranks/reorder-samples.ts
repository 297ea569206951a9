import type { NamedMatrix } from '../data/prepare-views.ts'
import { takeSamples } from '../data/take-samples.ts'
import { matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'
import { reorderRows } from './reorder-rows.ts'

/** The view with its samples, which lie on the ranks, in the order `samples`; see `reorderRows`. `present` is null on all ranks or on none. */
export function reorderSamples<V extends NamedMatrix>(communicator: Communicator, view: V, samples: Uint32Array): V {
  if (communicator.size === 1) return takeSamples(view, samples)
  const lacking = Float64Array.of(view.present?.includes(0) ? 1 : 0)
  communicator.allReduceSum(lacking)
  const data = reorderRows(communicator, view.data, samples)
  if (lacking[0] === 0) return { ...view, data, present: null }
  const marks = Float64Array.from({ length: view.data.rows }, (_, i) => view.present?.[i] ?? 1)
  const moved = reorderRows(communicator, matrix(marks.length, 1, marks), samples)
  return { ...view, data, present: Uint8Array.from(moved.data) }
}
