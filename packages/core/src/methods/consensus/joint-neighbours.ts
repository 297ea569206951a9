import { approximateSharedNeighbours, type PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { EXACT_UP_TO } from '../../graph/find-neighbours.ts'
import type { Neighbours } from '../../graph/neighbour-lists.ts'
import type { SharedPoints } from '../../graph/shared-distance.ts'
import { sharedNeighbours } from '../../graph/shared-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { share } from '../../ranks/share.ts'

/**
 * The neighbours of samples that lack views, by the views that two of them share: exact up to `exact` samples, default 20,000. `points` and `sideBySide` (own×r) are those of the rank's samples,
 * `withinViews` the neighbours within each view. Every rank has the points of all samples for as long as the search takes, and finds the neighbours of its own.
 */
export function* jointNeighbours(
  communicator: Communicator,
  kernels: Kernels,
  points: SharedPoints,
  sideBySide: Matrix,
  withinViews: readonly PlacedNeighbours[],
  count: number,
  random: Random,
  exact = EXACT_UP_TO,
): Generator<Progress, Neighbours> {
  const blocks = points.blocks.map((block) => gatherRows(communicator, block))
  const present = points.present.map((marks) => communicator.allGather(marks))
  const all = { ...points, blocks, present }
  const samples = present[0].length
  if (samples <= exact)
    return yield* sharedNeighbours(kernels, all, count, share(samples, communicator.size, communicator.rank))
  const features = gatherRows(communicator, sideBySide)
  return yield* approximateSharedNeighbours(kernels, all, features, withinViews, count, random, communicator)
}
