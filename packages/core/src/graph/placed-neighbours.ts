import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { gatherRows } from '../ranks/gather-rows.ts'
import type { Share } from '../ranks/share.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { EXACT_UP_TO, findNeighbours } from './find-neighbours.ts'
import { nearestNeighbours } from './nearest-neighbours.ts'
import { pointShares } from './point-shares.ts'
import { scatterLists } from './scatter-lists.ts'

/** The points that some samples have in one space; over ranks those of the rank's own samples. */
export interface PointSet {
  /** One row a sample. */
  points: Matrix
  /** 1 where the sample has a point. */
  present: Uint8Array
  random: Random
}

/** A set with the places of its points among the samples of all ranks. */
interface PlacedSet {
  own: Matrix
  place: Uint32Array
  parts: Share[]
  random: Random
}

/**
 * The `count` nearest other points of each point of every set, as `findNeighbours`. Ranks get the lists of their own points, the same as in one process. Up to `shared` points (default
 * 20,000, where the search is exact) all ranks have the points of a set and share the search; larger sets are searched by one rank each, `size` of them at a time, which has all
 * points of the set meanwhile.
 */
export function* placedNeighbours(
  communicator: Communicator,
  kernels: Kernels,
  sets: readonly PointSet[],
  count: number,
  shared = EXACT_UP_TO,
): Generator<Progress, PlacedNeighbours[]> {
  const placed = sets.map((set) => placedSet(communicator, set))
  const found: PlacedNeighbours[] = []
  const large = placed.filter(({ place }) => communicator.size > 1 && place.length > shared)
  for (const [s, set] of placed.entries()) {
    if (large.includes(set)) continue
    const { own, place, parts, random } = set
    const points = gatherRows(communicator, own)
    const neighbours =
      communicator.size === 1
        ? yield* findNeighbours(kernels, points, count, random)
        : yield* nearestNeighbours(kernels, points, count, communicator, parts)
    found[s] = { place, neighbours }
  }
  for (let first = 0; first < large.length; first += communicator.size) {
    const some = large.slice(first, first + communicator.size)
    const lists = yield* searchLarge(communicator, kernels, some, count)
    some.forEach((set, s) => {
      found[placed.indexOf(set)] = { place: set.place, neighbours: lists[s] }
    })
  }
  return found
}

function placedSet(communicator: Communicator, { points, present, random }: PointSet): PlacedSet {
  const marks = communicator.allGather(present)
  const place = placesOf(marks)
  const mine = placesOf(present)
  const own = mine.length === points.rows ? points : takeRows(points, mine)
  return { own, place, parts: pointShares(place, marks.length, communicator.size), random }
}

/** At most one set a rank: rank s gets all points of set s, searches, and hands the lists out. */
function* searchLarge(communicator: Communicator, kernels: Kernels, sets: readonly PlacedSet[], count: number) {
  const { rank } = communicator
  const points = allPoints(communicator, sets)
  const neighbours = points && (yield* findNeighbours(kernels, points, count, sets[rank].random))
  return sets.map(({ parts }, s) => scatterLists(communicator, rank === s ? neighbours : null, s, parts))
}

/** All points of set number `rank`; null where there is none for this rank. */
function allPoints(communicator: Communicator, sets: readonly PlacedSet[]): Matrix | null {
  const { rank, size } = communicator
  const counts = Array.from({ length: size }, (_, r) => sets[r]?.own.data.length ?? 0)
  const send = new Float64Array(counts.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const { own } of sets) {
    send.set(own.data, at)
    at += own.data.length
  }
  const mine = sets[rank]
  const columns = mine?.own.columns ?? 0
  const result = matrix(mine?.place.length ?? 0, columns)
  const coming = Array.from({ length: size }, (_, r) =>
    mine ? (mine.parts[r].end - mine.parts[r].begin) * columns : 0,
  )
  communicator.allToAll(send, counts, result.data, coming)
  return mine ? result : null
}

/** The samples that are marked. */
export function placesOf(marks: Uint8Array): Uint32Array {
  return Uint32Array.from(marks.keys()).filter((i) => marks[i] === 1)
}
