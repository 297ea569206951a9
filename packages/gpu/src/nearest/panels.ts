import type { Card } from '../card.ts'
import type { CardMatrix } from '../dense/card-matrix.ts'
import type { Room } from '../room.ts'
import { CHUNK, packKernel, TILE } from './nearest-kernel.ts'

/** A place in a tile that no row has. */
export const NOBODY = 0xffffffff

/** Points in tiles of 128, as `nearestKernel` wants them. */
export interface Panels {
  tiles: number
  chunks: number
  panels: GPUBuffer
  halves: GPUBuffer
  /** The row of each place. */
  places: GPUBuffer
  /** Rows that have a place. */
  rows: number
}

/** Rows on the card, of which the columns first … first + columns − 1 are the points. */
export interface CardRows {
  buffer: GPUBuffer
  stride: number
  first: number
  columns: number
}

/** A matrix on the card as points. */
export function rowsOf({ buffer, width, columns }: CardMatrix): CardRows {
  return { buffer, stride: width, first: 0, columns }
}

/** Puts rows into tiles, place p taking row `order[p]` of `rows` at the most; the places are a multiple of 128. */
export function packRows(
  card: Card,
  room: Room,
  { buffer, stride, first, columns }: CardRows,
  order: Uint32Array,
  rows: number,
): Panels {
  const tiles = order.length / TILE
  const chunks = Math.max(Math.ceil(columns / CHUNK), 1)
  const panels = room.empty(tiles * TILE * chunks * CHUNK)
  const halves = room.empty(tiles * TILE)
  const places = room.integers(order)
  card.run(packKernel, [columns, chunks, stride, first, order.length], [buffer, places, panels, halves], tiles)
  return { tiles, chunks, panels, halves, places, rows }
}

/** Rows 0 … rows − 1, and nobody up to a whole tile. */
export function inOrder(rows: number): Uint32Array {
  const places = noPlaces(rows)
  for (let row = 0; row < rows; row++) places[row] = row
  return places
}

/** So many rows with nobody after them up to a whole tile. */
export function padded(rows: Uint32Array): Uint32Array {
  const places = noPlaces(rows.length)
  places.set(rows)
  return places
}

function noPlaces(rows: number): Uint32Array {
  return new Uint32Array(Math.ceil(rows / TILE) * TILE).fill(NOBODY)
}
