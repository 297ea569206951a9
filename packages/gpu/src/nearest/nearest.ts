import type { Matrix, Progress } from '@manyview/core'
import type { Neighbours, Random } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { uploadWide, type WideMatrix } from '../dense/wide-matrix.ts'
import { measureLists } from '../lists/list-squares.ts'
import type { Room } from '../room.ts'
import { invertedLists, ownersOf } from './inverted-lists.ts'
import { keepNearestKernel } from './list-kernels.ts'
import { allWithAll, namedRows, nearestTiles } from './nearest-tiles.ts'
import { inOrder, packRows } from './panels.ts'

/** Up to this many points all meet all. */
export const EXACT_UP_TO = 200_000
/** Further candidates per point that are measured by their differences, so that rounding in the products decides nothing among near-equals. */
const SPARE = 6
/** What stands for no distance on the card. */
const NO_SQUARE = 1e38

/**
 * The `length` nearest other points of each row of `points` (n×r), at most n − 1, nearest first, in single precision; −1 where a list is too short. Exact up to `exactUpTo` points, beyond that among those in the nearest of about
 * √n lists. O(n²·r) operations, then O(n^1.5·r); 4·n·(2·r + 3·length) bytes on the card.
 */
export function* nearest(
  card: Card,
  points: Matrix,
  length: number,
  random: Random,
  exactUpTo = EXACT_UP_TO,
): Generator<Progress, Int32Array> {
  if (points.rows === 0 || length === 0) return new Int32Array(points.rows * length)
  const room = card.room()
  try {
    const names = yield* nearestNames(card, room, points, uploadWide(card, room, points), length, random, exactUpTo)
    return new Int32Array(yield* card.read(names, points.rows * length, turn))
  } finally {
    room.free()
  }
}

/** The `count` nearest other points of each row with their squared distances, from the differences in single precision; lists that are too short end with distance Infinity. */
export function* neighbours(
  card: Card,
  points: Matrix,
  count: number,
  random: Random,
  exactUpTo = EXACT_UP_TO,
): Generator<Progress, Neighbours> {
  const { rows } = points
  const neighbourCount = Math.max(Math.min(count, rows - 1), 0)
  if (neighbourCount === 0)
    return { samples: rows, count: 0, indices: new Int32Array(0), squaredDistances: new Float64Array(0) }
  const length = Math.min(neighbourCount + SPARE, rows - 1)
  const room = card.room()
  try {
    const cardPoints = uploadWide(card, room, points)
    const names = yield* nearestNames(card, room, points, cardPoints, length, random, exactUpTo)
    const distances = room.empty(rows * length)
    measureLists(card, cardPoints, names, length, distances)
    const [near, squares] = [room.empty(rows * neighbourCount), room.empty(rows * neighbourCount)]
    card.run(keepNearestKernel, [rows, length, neighbourCount], [names, distances, near, squares], Math.ceil(rows / 64))
    const indices = new Int32Array(yield* card.read(near, rows * neighbourCount, turn))
    const squaredDistances = yield* card.readSingles(
      { buffer: squares, length: rows * neighbourCount },
      turn,
      squaresOf,
    )
    room.offer(indices, near)
    room.offer(squaredDistances, squares)
    return { samples: rows, count: neighbourCount, indices, squaredDistances }
  } finally {
    room.free()
  }
}

/** Squares in double precision, Infinity where there are none. */
function squaresOf(values: Float32Array): Float64Array {
  const squares = new Float64Array(values)
  for (let p = 0; p < squares.length; p++) if (squares[p] > NO_SQUARE) squares[p] = Number.POSITIVE_INFINITY
  return squares
}

const turn = { stage: 'neighbours', iteration: 1, total: 1 }

/** The rows that are nearest to each row (rows × length), on the card. */
function* nearestNames(
  card: Card,
  room: Room,
  points: Matrix,
  given: WideMatrix,
  length: number,
  random: Random,
  exactUpTo: number,
): Generator<Progress, GPUBuffer> {
  const { rows } = points
  const inner = card.room()
  try {
    const ownersOfAll = function* (centres: Float64Array): Generator<Progress, Uint32Array> {
      const queryRoom = card.room()
      try {
        return yield* ownersOf(card, packRows(card, queryRoom, given, inOrder(rows), rows), centres, points.columns)
      } finally {
        queryRoom.free()
      }
    }
    const lists = rows > exactUpTo ? yield* invertedLists(card, points, random, ownersOfAll) : null
    const panels = packRows(card, inner, given, lists?.order ?? inOrder(rows), rows)
    const meetings = lists?.meetings ?? allWithAll(panels, panels)
    const nearestLists = yield* nearestTiles(card, inner, panels, panels, meetings, length, true, 'neighbours')
    return namedRows(card, room, panels, panels, nearestLists, length)
  } finally {
    inner.free()
  }
}
