import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { shares } from '../runtime/ranks/share.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { pointShares } from './point-shares.ts'
import { nearestShared } from './shared-neighbours.ts'
import type { SharedPoints } from './shared-points.ts'

/** Neighbours taken from all blocks side by side, as a multiple of those asked for. */
const WIDER = 3

/** Neighbours of the points that one view has: `place[p]` is the point that its list p belongs to. Over ranks `place` is of the points of all, the lists are those of the rank's own. */
export interface PlacedNeighbours {
  neighbours: Neighbours
  place: Uint32Array
}

/**
 * Nearly all of the `count` nearest other points by `sharedDistance`, for many points: candidates are the neighbours within each view, the neighbours of all
 * blocks `sideBySide` (n×r, zeros where a view is absent), and the neighbours of the nearest of those. About O(n·log n·r).
 * Ranks, which all have all points, find the neighbours of their own, `share(n, size, rank)`, the same as in one process.
 */
export function* approximateSharedNeighbours(
  kernels: Kernels,
  points: SharedPoints,
  sideBySide: Matrix,
  withinViews: readonly PlacedNeighbours[],
  count: number,
  random: Random,
  ranks: Ranks,
): Generator<Progress, Neighbours> {
  const n = points.blocks[0].rows
  const { rank, size } = ranks
  const parts = shares(n, size)
  const { begin } = parts[rank]
  const wide = yield* approximateNeighbours(kernels, sideBySide, WIDER * count, random, ranks, parts)
  // The list of each of the rank's points in each view; −1 where it has none.
  const rows = withinViews.map(({ place }) => {
    const range = pointShares(place, n, size)[rank]
    const row = new Int32Array(parts[rank].end - begin).fill(-1)
    for (let p = range.begin; p < range.end; p++) row[place[p] - begin] = p - range.begin
    return row
  })
  const candidates = (i: number) => {
    const candidateIds = Array.from(wide.indices.subarray((i - begin) * wide.count, (i - begin + 1) * wide.count))
    withinViews.forEach(({ neighbours, place }, v) => {
      const row = rows[v][i - begin]
      if (row < 0) return
      for (let c = row * neighbours.count; c < (row + 1) * neighbours.count; c++)
        candidateIds.push(place[neighbours.indices[c]])
    })
    return candidateIds
  }
  const nearest = yield* nearestShared(points, count, candidates, parts[rank])
  const first = {
    ...nearest,
    indices: ranks.allGather(nearest.indices),
    squaredDistances: ranks.allGather(nearest.squaredDistances),
  }
  const list = ({ count: length, indices, squaredDistances }: Neighbours, i: number) =>
    Array.from(indices.subarray(i * length, (i + 1) * length)).filter(
      (_, c) => squaredDistances[i * length + c] < Infinity,
    )
  const further = (i: number) => {
    const near = list(first, i)
    return [...near, ...near.flatMap((j) => list(first, j))]
  }
  return yield* nearestShared(points, first.count, further, parts[rank])
}
