import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { NamedMatrix } from './prepare-views.ts'

/** The view of the samples at the positions `samples`, in that order; a copy that keeps which of them lack the view. O(entries taken). */
export function takeSamples<V extends NamedMatrix>(view: V, samples: ArrayLike<number>): V {
  const present = view.present && Uint8Array.from(samples, (i) => view.present![i])
  return { ...view, data: takeRows(view.data, samples), present: present?.includes(0) ? present : null }
}
