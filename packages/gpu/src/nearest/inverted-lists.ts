import type { Matrix, Progress } from '@manyview/core'
import { matrix, type Random, takeRows } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { packNearestKernel } from './assign.ts'
import { TILE } from './nearest-kernel.ts'
import { allWithAll, type Meetings, namedRows, nearestTiles } from './nearest-tiles.ts'
import { centreRows, inOrder, NOBODY, type Panels, packRows } from './panels.ts'

/** Points per list that the centres are fitted to, and how often. */
const FITTED_TO = 64
const STEPS = 6
/** Lists that the points of one list meet: their own and the nearest. */
const MET = 96

/** Points in lists of their nearest centres: the places of all points, list after list, each from a new tile on, and which tiles meet. */
export interface InvertedLists {
  order: Uint32Array
  meetings: Meetings
}

/** Sorts points (n×r) into about √n lists by their nearest centre, which k-means finds on some of them and `ownersOfAll` tells for all; each list meets the nearest lists. O(n^1.5·r). */
export function* invertedLists(
  card: Card,
  points: Matrix,
  random: Random,
  ownersOfAll: (centres: Float64Array) => Generator<Progress, Uint32Array>,
): Generator<Progress, InvertedLists> {
  const { rows, columns } = points
  const count = Math.ceil(Math.sqrt(rows))
  const sampleRows = random.permutation(rows).slice(0, Math.min(rows, FITTED_TO * count))
  // Side by side, since rows that lie all over the memory take longer to read than to add up.
  const sample = takeRows(points, sampleRows).data
  let centres: Float64Array = sample.slice(0, count * columns)
  const inner = card.room()
  try {
    const samplePanels = packCentres(card, inner, sample, columns)
    for (let step = 0; step < STEPS; step++) {
      const owners = yield* ownersOf(card, samplePanels, centres, columns)
      centres = means(sample, columns, owners, centres)
    }
    const owners = yield* ownersOfAll(centres)
    const packed = packCentres(card, inner, centres, columns)
    const met = Math.min(MET, count)
    const meetings = allWithAll(packed, packed)
    const lists = yield* nearestTiles(card, inner, packed, packed, meetings, met, false, 'neighbours')
    const near = yield* card.read(namedRows(card, inner, packed, packed, lists, met), count * met, turn)
    return inLists(owners, new Uint32Array(near), count, met)
  } finally {
    inner.free()
  }
}

const turn = { stage: 'neighbours', iteration: 1, total: 1 }

/** The nearest centre of each row of the queries, which are in their own order. */
export function* ownersOf(
  card: Card,
  queries: Panels,
  centres: Float64Array,
  columns: number,
): Generator<Progress, Uint32Array> {
  const room = card.room()
  try {
    const panels = packCentres(card, room, centres, columns)
    const meetings = allWithAll(queries, panels)
    const lists = yield* nearestTiles(card, room, queries, panels, meetings, 1, false, 'neighbours')
    const owners = room.empty(queries.rows)
    card.run(packNearestKernel, [queries.rows, 0, 1], [lists, owners], Math.ceil(queries.rows / 256))
    return new Uint32Array(yield* card.read(owners, queries.rows, turn))
  } finally {
    room.free()
  }
}

function packCentres(card: Card, room: Room, centres: Float64Array, columns: number): Panels {
  const rows = centres.length / columns
  return packRows(card, room, centreRows(room, matrix(rows, columns, centres)), inOrder(rows), rows)
}

/** The mean of each centre's points; a centre without points stays. */
function means(sample: Float64Array, columns: number, owners: Uint32Array, before: Float64Array): Float64Array {
  const sums = new Float64Array(before.length)
  const sizes = new Float64Array(before.length / columns)
  for (let p = 0; p < sample.length; ) {
    const centre = owners[p / columns]
    sizes[centre]++
    for (let c = 0, q = centre * columns; c < columns; c++) sums[q++] += sample[p++]
  }
  for (let centre = 0, p = 0; centre < sizes.length; centre++)
    for (let c = 0; c < columns; c++, p++) sums[p] = sizes[centre] > 0 ? sums[p] / sizes[centre] : before[p]
  return sums
}

/** The places of lists that begin with a tile each, and the meetings of list with list. */
function inLists(owners: Uint32Array, near: Uint32Array, count: number, met: number): InvertedLists {
  const sizes = new Uint32Array(count)
  for (let row = 0; row < owners.length; row++) sizes[owners[row]]++
  const tiles = sizes.map((size) => Math.ceil(size / TILE))
  const begins = new Uint32Array(count + 1)
  for (let list = 0; list < count; list++) begins[list + 1] = begins[list] + tiles[list]
  const order = new Uint32Array(begins[count] * TILE).fill(NOBODY)
  const next = begins.map((begin) => begin * TILE)
  for (let row = 0; row < owners.length; row++) order[next[owners[row]]++] = row
  const runs = new Uint32Array(2 * count * met)
  for (let p = 0; p < count * met; p++) {
    const list = near[p]
    if (list < count) runs.set([begins[list], tiles[list]], 2 * p)
  }
  const tileOwners = new Uint32Array(begins[count])
  for (let list = 0; list < count; list++) tileOwners.fill(list, begins[list], begins[list + 1])
  return { order, meetings: { tiles: runs, runs: met, owners: tileOwners } }
}
