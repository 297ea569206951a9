import type { Progress } from '@manyview/core'
import type { Matrix, Random } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { invertedLists } from './inverted-lists.ts'
import { TILE } from './nearest-kernel.ts'
import { allWithAll, nearestTiles } from './nearest-tiles.ts'
import { inOrder, packRows } from './panels.ts'

/** Up to this many points all meet all. */
const EXACT_UP_TO = 200_000

/**
 * The `length` nearest other points of each row of `points` (n×r), at most n − 1, nearest first, in single precision. Exact up to `exactUpTo` points, beyond that among those in the nearest of about √n lists.
 * O(n²·r) operations, then O(n^1.5·r); 4·n·(2·r + 2·length) bytes on the card.
 */
export function* nearest(
  card: Card,
  points: Matrix,
  length: number,
  random: Random,
  exactUpTo = EXACT_UP_TO,
): Generator<Progress, Int32Array> {
  const { rows, columns, data } = points
  const result = new Int32Array(rows * length)
  if (rows === 0 || length === 0) return result
  const room = card.room()
  try {
    const given = { buffer: room.singles(data), stride: columns, first: 0, columns }
    const lists = rows > exactUpTo ? yield* invertedLists(card, points, given, random) : null
    const order = lists?.order ?? inOrder(rows)
    const panels = packRows(card, room, given, order)
    room.drop(given.buffer)
    const meetings = lists?.meetings ?? allWithAll(panels, panels)
    const found = yield* nearestTiles(card, room, panels, panels, meetings, length, true, 'neighbours')
    for (let place = 0; place < panels.tiles * TILE; place++) {
      const row = order[place]
      if (row >= rows) continue
      for (let l = 0; l < length; l++) result[row * length + l] = order[found[place * length + l]]
    }
    return result
  } finally {
    room.free()
  }
}
