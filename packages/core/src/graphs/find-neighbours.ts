import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import { measureLists } from './measure-lists.ts'
import { nearestNeighbours } from './nearest-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Up to this many points neighbours are exact: the quadratic cost is still some seconds. */
export const EXACT_UP_TO = 20_000

/**
 * Nearest neighbours: exact up to 20,000 points, beyond that approximate (recall 0.95 in 30 dimensions, 0.91 in 90). Ranks, which all have all points, share the search; each gets the
 * lists of its own points, `parts[rank]`, the same as in one process. On a device, which a single process has, more of them are exact, unless it is slower than that.
 */
export function* findNeighbours(
  kernels: Kernels,
  points: Matrix,
  count: number,
  random: Random,
  ranks: Ranks,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
): Generator<Progress, Neighbours> {
  const { device } = kernels
  if (device && points.rows <= device.searchesUpTo)
    return yield* deviceNeighbours(kernels, device, points, count, random)
  if (points.rows <= EXACT_UP_TO) return yield* nearestNeighbours(kernels, points, count, ranks, parts)
  return yield* approximateNeighbours(kernels, points, count, random, ranks, parts)
}

/** Further candidates per point, measured again in double precision, so that rounding on the device decides nothing among near-equals. */
const SPARE = 6

/** The `count` nearest other points of each row of `points` (n×r) by a device, which finds the candidates; they are measured here, or there where there are many. */
export function* deviceNeighbours(
  kernels: Kernels,
  device: Device,
  points: Matrix,
  count: number,
  random: Random,
): Generator<Progress, Neighbours> {
  if (points.rows > device.many) return yield* device.neighbours(points, count, random)
  const most = Math.min(count, points.rows - 1)
  const length = Math.min(most + SPARE, points.rows - 1)
  const neighbours = yield* device.nearest(points, Math.max(length, 0), random)
  const mark = kernels.mark()
  const lists = kernels.allocate(neighbours.length)
  const names = kernels.allocate(Math.ceil(points.rows / 2))
  for (let p = 0; p < neighbours.length; p++) lists.i32[2 * p] = neighbours[p]
  for (let i = 0; i < points.rows; i++) names.i32[i] = i
  const candidates = { lists, length: Math.max(length, 0), names }
  const result = measureLists(kernels, points, candidates, Math.max(most, 0), length, 'double')
  kernels.release(mark)
  return result
}
