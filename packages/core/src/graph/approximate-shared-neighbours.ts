import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'
import type { SharedPoints } from './shared-distance.ts'
import { nearestShared } from './shared-neighbours.ts'

/** Neighbours taken from all blocks side by side, as a multiple of those asked for. */
const WIDER = 3

/** Neighbours of the points that one view has: `place[p]` is the point that its list p belongs to. */
export interface PlacedNeighbours {
  neighbours: Neighbours
  place: Uint32Array
}

/**
 * Nearly all of the `count` nearest other points by `sharedDistance`, for many points: candidates are the neighbours within each view, the neighbours of all
 * blocks `sideBySide` (n×r, zeros where a view is absent), and the neighbours of the nearest of those. About O(n·log n·r).
 */
export function* approximateSharedNeighbours(
  kernels: Kernels,
  points: SharedPoints,
  sideBySide: Matrix,
  withinViews: readonly PlacedNeighbours[],
  count: number,
  random: Random,
): Generator<Progress, Neighbours> {
  const n = points.blocks[0].rows
  const wide = yield* approximateNeighbours(kernels, sideBySide, WIDER * count, random)
  const rows = withinViews.map(({ place }) => {
    const row = new Int32Array(n).fill(-1)
    place.forEach((point, p) => {
      row[point] = p
    })
    return row
  })
  const first = yield* nearestShared(points, count, (i) => {
    const found = Array.from(wide.indices.subarray(i * wide.count, (i + 1) * wide.count))
    withinViews.forEach(({ neighbours, place }, v) => {
      const row = rows[v][i]
      if (row < 0) return
      for (let c = row * neighbours.count; c < (row + 1) * neighbours.count; c++)
        found.push(place[neighbours.indices[c]])
    })
    return found
  })
  const list = ({ count: length, indices, squaredDistances }: Neighbours, i: number) =>
    Array.from(indices.subarray(i * length, (i + 1) * length)).filter(
      (_, c) => squaredDistances[i * length + c] < Infinity,
    )
  return yield* nearestShared(points, first.count, (i) => {
    const near = list(first, i)
    return [...near, ...near.flatMap((j) => list(first, j))]
  })
}
