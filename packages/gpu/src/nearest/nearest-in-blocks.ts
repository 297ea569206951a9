import type { Matrix, Progress } from '@manyview/core'
import { type Random, takeRows } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { invertedLists, ownersOf } from './inverted-lists.ts'
import { EXACT_UP_TO } from './nearest.ts'
import { CHUNK, TILE } from './nearest-kernel.ts'
import { allWithAll, emptyLists, type Meetings, nearestTiles } from './nearest-tiles.ts'
import { centreRows, inOrder, NOBODY, type Panels, packRows } from './panels.ts'

/** Tiles that are on the card at the same time. */
interface Block {
  first: number
  end: number
}

/**
 * `nearest` for more points than the card has room for: tiles go there in blocks, each block of points with every block that it meets, and the lists of one block at a time. The same lists as of all points together. A block of
 * n/b points travels up to b times.
 */
export function* nearestInBlocks(
  card: Card,
  points: Matrix,
  length: number,
  random: Random,
  exactUpTo = EXACT_UP_TO,
): Generator<Progress, Int32Array> {
  const { rows } = points
  const result = new Int32Array(rows * length)
  if (result.length === 0) return result
  const ownersOfAll = (centres: Float64Array) => ownersInBlocks(card, points, centres)
  const lists = rows > exactUpTo ? yield* invertedLists(card, points, random, ownersOfAll) : null
  const order = lists?.order ?? inOrder(rows)
  const blocks = blocksOf(card, order, points.columns, length)
  for (const [b, block] of blocks.entries()) {
    const room = card.room()
    try {
      const queries = load(card, room, points, order, block)
      const nearestLists = emptyLists(card, room, queries, length)
      for (const other of blocks) {
        const inner = card.room()
        try {
          if (lists && !meet(lists.meetings, block, other)) continue
          const candidates = other === block ? queries : load(card, inner, points, order, other)
          const meetings = lists?.meetings ?? allWithAll(queries, candidates)
          yield* nearestTiles(card, inner, queries, candidates, meetings, length, true, 'neighbours', nearestLists)
          yield* card.settle({ stage: 'neighbours', iteration: b + 1, total: blocks.length })
        } finally {
          inner.free()
        }
      }
      const entries = queries.tiles * TILE * length
      const pairs = new Uint32Array(yield* card.read(nearestLists, 2 * entries, turn))
      nameInto(result, pairs, order, block.first * TILE, length)
    } finally {
      room.free()
    }
  }
  return result
}

const turn = { stage: 'neighbours', iteration: 1, total: 1 }

/** The nearest centre of every point. */
function* ownersInBlocks(card: Card, points: Matrix, centres: Float64Array): Generator<Progress, Uint32Array> {
  const order = inOrder(points.rows)
  const owners = new Uint32Array(points.rows)
  for (const block of blocksOf(card, order, points.columns, 1)) {
    const room = card.room()
    try {
      const queries = { ...load(card, room, points, order, block), first: 0 }
      const moved = queries.pieces.map(({ panels, first, end }) => ({
        panels,
        first: first - block.first,
        end: end - block.first,
      }))
      owners.set(yield* ownersOf(card, { ...queries, pieces: moved }, centres, points.columns), block.first * TILE)
    } finally {
      room.free()
    }
  }
  return owners
}

/** Blocks of tiles whose coordinates and lists fit into a buffer each. */
function blocksOf(card: Card, order: Uint32Array, columns: number, length: number): Block[] {
  const tiles = order.length / TILE
  const coordinates = Math.ceil(columns / CHUNK) * CHUNK
  const step = Math.max(Math.floor(card.largest / (4 * TILE * Math.max(coordinates, 2 * length))), 1)
  return Array.from({ length: Math.ceil(tiles / step) }, (_, b) => ({
    first: b * step,
    end: Math.min((b + 1) * step, tiles),
  }))
}

/** Brings the points of a block to the card. */
function load(card: Card, room: Room, points: Matrix, order: Uint32Array, { first, end }: Block): Panels {
  const places = order.subarray(first * TILE, end * TILE)
  const named = places.filter((row) => row !== NOBODY)
  let row = 0
  const positions = places.map((place) => (place === NOBODY ? NOBODY : row++))
  const inner = card.room()
  try {
    return packRows(card, room, centreRows(inner, takeRows(points, named)), positions, named.length, undefined, first)
  } finally {
    inner.free()
  }
}

/** True where a tile of one block meets a tile of the other. */
function meet({ tiles, runs, owners }: Meetings, own: Block, other: Block): boolean {
  for (let tile = own.first; tile < own.end; tile++)
    for (let r = owners[tile] * runs; r < (owners[tile] + 1) * runs; r++)
      if (tiles[2 * r] < other.end && tiles[2 * r] + tiles[2 * r + 1] > other.first) return true
  return false
}

/** Writes the rows at the places that the pairs of places `begin` … name to the rows at those; −1 where there is none. */
function nameInto(result: Int32Array, pairs: Uint32Array, order: Uint32Array, begin: number, length: number): void {
  for (let p = 0; p < pairs.length / 2; p++) {
    const row = order[begin + Math.floor(p / length)]
    if (row === NOBODY) continue
    const place = pairs[2 * p + 1]
    result[row * length + (p % length)] = place === NOBODY ? -1 : order[place]
  }
}
