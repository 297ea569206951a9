import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { placesOf } from '../runtime/ranks/reorder-rows.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { ownerOf } from '../runtime/ranks/share.ts'

import type { NamedMatrix } from './prepare-views.ts'

/** The rows of some of all samples, in the order in which `samples` names them, in memory on every rank; ranks have their share of the rows each. O(entries of these samples). */
export function gatherSamples(ranks: Ranks, own: Rows, samples: ArrayLike<number>): HeldRows {
  if (ranks.size === 1) return takeRows(own, samples)
  const { total, begin, end } = rowRange(ranks, own.rows)
  const positions = Array.from(samples)
  const mine = positions.filter((sample) => sample >= begin && sample < end).map((sample) => sample - begin)
  const owners = positions.map((sample) => ownerOf(sample, total, ranks.size))
  return takeRows(gatherRows(ranks, takeRows(own, mine)), placesOf(owners, ranks.size))
}

/** The view of the samples at the positions `samples`, in that order; a copy that keeps which of them lack the view. O(entries taken). */
export function takeSamples<V extends NamedMatrix>(view: V, samples: ArrayLike<number>): V {
  const present = view.present && Uint8Array.from(samples, (i) => view.present![i])
  return { ...view, data: takeRows(view.data, samples), present: present?.includes(0) ? present : null }
}
