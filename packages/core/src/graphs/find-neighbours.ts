import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import type { Processors } from '../runtime/runtime.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { measureLists } from './measure-lists.ts'
import { nearestNeighbours } from './nearest-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { pointShares } from './point-shares.ts'

/** Up to this many points neighbours are exact: the quadratic cost is still some seconds. */
export const EXACT_UP_TO = 20_000

/**
 * Nearest neighbours: exact up to 20,000 points, beyond that approximate (recall 0.95 in 30 dimensions, 0.91 in 90). Ranks, which all have all points, share the search; each gets the
 * lists of its own points, `parts[rank]`, the same as in one process. On a device, which a single process has, more of them are exact, unless it is slower than that.
 * Fewer `draws` of cells than usual give a rougher search of many points.
 */
export function* findNeighbours(
  { kernels, device }: Processors,
  points: Matrix,
  count: number,
  random: Random,
  ranks: Ranks,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
  draws?: number,
): Generator<Progress, Neighbours> {
  if (device && points.rows <= device.searchesUpTo)
    return yield* deviceNeighbours(kernels, device, points, count, random)
  if (points.rows <= EXACT_UP_TO) return yield* nearestNeighbours(kernels, points, count, ranks, parts)
  return yield* approximateNeighbours(kernels, points, count, random, ranks, parts, draws)
}

/** Further candidates per point, measured again in double precision, so that rounding on the device decides nothing among near-equals. */
const SPARE = 6

/** The `count` nearest other points of each row of `points` (n×r) by a device, which finds the candidates; they are measured here, or there where there are many. */
function* deviceNeighbours(
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

/**
 * The `count` nearest other points of each sample that has one: `points` has a row per sample, `present` 1 where it is a point. Ranks give the rows of their own samples and get the lists of
 * their own points; every rank has all points for as long as the search takes, and does its part of it. `draws` as in `findNeighbours`.
 */
export function* placedNeighbours(
  ranks: Ranks,
  processors: Processors,
  points: Matrix,
  present: Uint8Array,
  count: number,
  random: Random,
  draws?: number,
): Generator<Progress, PlacedNeighbours> {
  const marks = ranks.allGather(present)
  const place = placesOf(marks)
  const mine = placesOf(present)
  const ownRows = mine.length === points.rows ? points : takeRows(points, mine)
  const parts = pointShares(place, marks.length, ranks.size)
  const all = gatherRows(ranks, ownRows)
  return { place, neighbours: yield* findNeighbours(processors, all, count, random, ranks, parts, draws) }
}

/** The samples that are marked. */
function placesOf(marks: Uint8Array): Uint32Array {
  const places = new Uint32Array(marks.length)
  let count = 0
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) places[count++] = i
  return places.subarray(0, count)
}
