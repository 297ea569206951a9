import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Communicator } from '../runtime/ranks/communicator.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import { rowsOnRanks } from '../runtime/ranks/own-rows.ts'
import { placesOf } from '../runtime/ranks/reorder-rows.ts'
import { ownerOf } from '../runtime/ranks/share.ts'

/** The rows of some of all samples, in the order in which `samples` names them, in memory on every rank; ranks have their share of the rows each. O(entries of these samples). */
export function gatherSamples(communicator: Communicator, own: Rows, samples: ArrayLike<number>): HeldRows {
  if (communicator.size === 1) return takeRows(own, samples)
  const { total, begin, end } = rowsOnRanks(communicator, own.rows)
  const wanted = Array.from(samples)
  const mine = wanted.filter((sample) => sample >= begin && sample < end).map((sample) => sample - begin)
  const owners = wanted.map((sample) => ownerOf(sample, total, communicator.size))
  return takeRows(gatherRows(communicator, takeRows(own, mine)), placesOf(owners, communicator.size))
}
