import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Neighbours } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { findNeighbours } from './find-neighbours.ts'
import { pointShares } from './point-shares.ts'

export type { Neighbours }

/** For each point a list of the closest candidates seen so far, closest first. */
export class NeighbourLists {
  readonly length: number
  readonly indices: Int32Array
  readonly distances: Float64Array
  /** Distance of the last candidate of each point: a new one must be closer. */
  readonly limits: Float64Array

  constructor(points: number, length: number) {
    this.length = length
    this.indices = new Int32Array(points * length).fill(-1)
    this.distances = new Float64Array(points * length).fill(Infinity)
    this.limits = new Float64Array(points).fill(length > 0 ? Infinity : -Infinity)
  }

  /** Takes in candidate j of point i, which is closer than its limit; of equal distances the first comer stays ahead. */
  insert(i: number, j: number, distance: number): void {
    const { length, indices, distances } = this
    const first = i * length
    let place = first + length - 1
    for (; place > first && distance < distances[place - 1]; place--) {
      distances[place] = distances[place - 1]
      indices[place] = indices[place - 1]
    }
    distances[place] = distance
    indices[place] = j
    this.limits[i] = distances[first + length - 1]
  }
}

/** Σ (a − b)² over the features of rows i and j. */
export function squaredDistance({ columns, data }: Matrix, i: number, j: number): number {
  let sum = 0
  for (let c = 0; c < columns; c++) {
    const difference = data[i * columns + c] - data[j * columns + c]
    sum += difference * difference
  }
  return sum
}

/**
 * The `count` nearest other points of each sample that has one: `points` has a row per sample, `present` 1 where it is a point. Ranks give the rows of their own samples and get the lists of
 * their own points; every rank has all points for as long as the search takes, and does its part of it.
 */
export function* placedNeighbours(
  ranks: Ranks,
  kernels: Kernels,
  points: Matrix,
  present: Uint8Array,
  count: number,
  random: Random,
): Generator<Progress, PlacedNeighbours> {
  const marks = ranks.allGather(present)
  const place = placesOf(marks)
  const mine = placesOf(present)
  const ownRows = mine.length === points.rows ? points : takeRows(points, mine)
  const parts = pointShares(place, marks.length, ranks.size)
  const all = gatherRows(ranks, ownRows)
  return { place, neighbours: yield* findNeighbours(kernels, all, count, random, ranks, parts) }
}

/** The samples that are marked. */
function placesOf(marks: Uint8Array): Uint32Array {
  const places = new Uint32Array(marks.length)
  let count = 0
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) places[count++] = i
  return places.subarray(0, count)
}
