import { approximateSharedNeighbours, type PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { EXACT_UP_TO } from '../../graph/find-neighbours.ts'
import type { Neighbours } from '../../graph/neighbour-lists.ts'
import { scatterLists } from '../../graph/scatter-lists.ts'
import type { SharedPoints } from '../../graph/shared-distance.ts'
import { sharedNeighbours } from '../../graph/shared-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { shares } from '../../ranks/share.ts'
import type { Progress } from '../method.ts'

/**
 * The neighbours of samples that lack views, by the views that two of them share. `points` and `sideBySide` (own×r) are those of the rank's samples, `withinViews` the neighbours within each view.
 * Up to `exact` samples (default 20,000) every rank gets the points of all and searches for its own samples; beyond that rank 0 gets all of them and searches for all.
 */
export function* jointNeighbours(
  communicator: Communicator,
  kernels: Kernels,
  points: SharedPoints,
  sideBySide: Matrix,
  withinViews: readonly PlacedNeighbours[],
  count: number,
  samples: number,
  random: Random,
  exact = EXACT_UP_TO,
): Generator<Progress, Neighbours> {
  const { rank, size } = communicator
  const parts = shares(samples, size)
  if (samples <= exact) {
    const blocks = points.blocks.map((block) => gatherRows(communicator, block))
    const present = points.present.map((marks) => communicator.allGather(marks))
    return yield* sharedNeighbours(kernels, { ...points, blocks, present }, count, parts[rank])
  }
  const rowsOnFirst = (own: Matrix) =>
    matrix(samples, own.columns, communicator.gather(own.data) ?? new Float64Array(0))
  const all = {
    blocks: points.blocks.map(rowsOnFirst),
    present: points.present.map((marks) => communicator.gather(marks) ?? marks),
    weights: points.weights,
  }
  const features = rowsOnFirst(sideBySide)
  const within = withinViews.map((view) => listsOnFirst(communicator, view))
  if (rank > 0) return scatterLists(communicator, null, 0, parts)
  const found = yield* approximateSharedNeighbours(kernels, all, features, within, count, random)
  return size === 1 ? found : scatterLists(communicator, found, 0, parts)
}

/** The lists of all points of a view on rank 0, of which every rank has its own. */
function listsOnFirst(communicator: Communicator, { place, neighbours }: PlacedNeighbours): PlacedNeighbours {
  const indices = communicator.gather(neighbours.indices) ?? neighbours.indices
  const squaredDistances = communicator.gather(neighbours.squaredDistances) ?? neighbours.squaredDistances
  return { place, neighbours: { samples: place.length, count: neighbours.count, indices, squaredDistances } }
}
