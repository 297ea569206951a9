import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Processors } from '../runtime/runtime.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { findNeighbours } from './find-neighbours.ts'
import { pointShares } from './point-shares.ts'

/**
 * The `count` nearest other points of each sample that has one: `points` has a row per sample, `present` 1 where it is a point. Ranks give the rows of their own samples and get the lists of
 * their own points; every rank has all points for as long as the search takes, and does its part of it.
 */
export function* placedNeighbours(
  ranks: Ranks,
  processors: Processors,
  points: Matrix,
  present: Uint8Array,
  count: number,
  random: Random,
): Generator<Progress, PlacedNeighbours> {
  const marks = ranks.allGather(present)
  const place = placesOf(marks)
  const mine = placesOf(present)
  const own = mine.length === points.rows ? points : takeRows(points, mine)
  const parts = pointShares(place, marks.length, ranks.size)
  const all = gatherRows(ranks, own)
  return { place, neighbours: yield* findNeighbours(processors, all, count, random, ranks, parts) }
}

/** The samples that are marked. */
function placesOf(marks: Uint8Array): Uint32Array {
  const places = new Uint32Array(marks.length)
  let count = 0
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) places[count++] = i
  return places.subarray(0, count)
}
