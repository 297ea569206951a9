import type { Matrix } from '@manyview/core'
import type { Card } from '../card.ts'
import { uploadRows } from '../dense/card-matrix.ts'
import { alone, locateParts, type WideMatrix } from '../dense/wide-matrix.ts'
import type { Room } from '../room.ts'
import { beginHalvesKernel, CHUNK, packKernel, TILE } from './nearest-kernel.ts'

/** A place in a tile that no row has. */
export const NOBODY = 0xffffffff

/** Points in tiles of 128, as `nearestKernel` wants them; the coordinates lie in as many buffers as it takes. */
export interface Panels {
  /** Its first tile, and how many there are. */
  first: number
  tiles: number
  chunks: number
  pieces: readonly TilePiece[]
  halves: GPUBuffer
  /** The row of each place. */
  places: GPUBuffer
  /** Rows that have a place. */
  rows: number
}

/** The coordinates of the tiles first … end − 1. */
export interface TilePiece {
  panels: GPUBuffer
  first: number
  end: number
}

/** Puts rows into tiles from tile `from` (default 0) on, place p taking row `order[p]` of `rows` at the most; the places are a multiple of 128. Of the columns those from `first` on are the points, `columns` of them; default all. */
export function packRows(
  card: Card,
  room: Room,
  points: WideMatrix,
  order: Uint32Array,
  rows: number,
  { first, columns } = { first: 0, columns: points.columns },
  from = 0,
): Panels {
  const tiles = order.length / TILE
  const chunks = Math.max(Math.ceil(columns / CHUNK), 1)
  const size = TILE * chunks * CHUNK
  const halves = room.empty(tiles * TILE)
  const places = room.integers(order)
  card.run(beginHalvesKernel, [order.length], [places, halves], Math.ceil(order.length / 256))
  const step = Math.max(Math.floor(card.largest / (4 * size)), 1)
  const pieces = Array.from({ length: Math.max(Math.ceil(tiles / step), 1) }, (_, p): TilePiece => {
    const [begin, end] = [p * step, Math.min((p + 1) * step, tiles)]
    const panels = room.empty((end - begin) * size)
    for (const { part, first: before } of locateParts(points)) {
      const from = Math.max(before, first)
      const width = Math.min(before + part.columns, first + columns) - from
      if (width <= 0) continue
      const settings = [width, chunks, part.stride, part.first + from - before, from - first, begin, end]
      card.run(packKernel, settings, [part.buffer, places, panels, halves], end - begin)
    }
    return { panels, first: from + begin, end: from + end }
  })
  return { first: from, tiles, chunks, pieces, halves, places, rows }
}

/** Centres brought to the card for as long as `room` lives, since they change from step to step. */
export function centreRows(room: Room, centres: Matrix): WideMatrix {
  return alone(uploadRows(room, centres, 0, centres.rows))
}

/** Rows 0 … rows − 1, and nobody up to a whole tile. */
export function inOrder(rows: number): Uint32Array {
  const places = noPlaces(rows)
  for (let row = 0; row < rows; row++) places[row] = row
  return places
}

function noPlaces(rows: number): Uint32Array {
  return new Uint32Array(Math.ceil(rows / TILE) * TILE).fill(NOBODY)
}
