import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { emptyListsKernel, namedRowsKernel } from './list-kernels.ts'
import { CHUNK, nearestKernel, TILE, WAITING } from './nearest-kernel.ts'
import type { Panels } from './panels.ts'

/** Tiles of queries that are worked on at once: four for each place on a large card. */
const AT_ONCE = 1056
/** Operations for one pair of tiles and one part of their coordinates. */
const OPERATIONS = 2 * TILE * TILE * CHUNK

/** By number of tiles, the key of the room for waiting candidates on a card. The room stays, since search follows search. */
const waitingRooms = new Map<number, object>()
function waitingRoom(tiles: number): object {
  const key = waitingRooms.get(tiles) ?? {}
  waitingRooms.set(tiles, key)
  return key
}

/** Which tiles of candidates the tiles of queries meet. */
export interface Meetings {
  /** For each owner `runs` pairs: the first tile of a run and how many there are. */
  tiles: Uint32Array
  runs: number
  /** The owner of each tile of queries. */
  owners: Uint32Array
}

/** All tiles of queries with all tiles of candidates. */
export function allWithAll(queries: Panels, candidates: Panels): Meetings {
  const owners = new Uint32Array(queries.first + queries.tiles)
  return { tiles: Uint32Array.of(candidates.first, candidates.tiles), runs: 1, owners }
}

/**
 * For every place of the queries `length` pairs: how far away one of the nearest candidates that it meets is, and the place of that, nearest first, `NOBODY` where there are fewer. With `same` both are the same points, and
 * none is its own neighbour. Equal distances go to the lower place. The pairs stay on the card; `lists` are those that further candidates are added to.
 */
export function* nearestTiles(
  card: Card,
  room: Room,
  queries: Panels,
  candidates: Panels,
  meetings: Meetings,
  length: number,
  same: boolean,
  stage: string,
  lists = emptyLists(card, room, queries, length),
): Generator<Progress, GPUBuffer> {
  const inner = card.room()
  try {
    const most = Math.floor(card.largest / (8 * TILE * WAITING))
    const atOnce = Math.max(Math.min(AT_ONCE, queries.tiles, most), 1)
    const waiting = inner.resident(waitingRoom(atOnce), () => inner.empty(2 * TILE * WAITING * atOnce))
    const [runs, owners] = [inner.integers(meetings.tiles), inner.integers(meetings.owners)]
    const share = metShare(meetings, candidates)
    const total = queries.tiles * candidates.tiles
    let iteration = 0
    for (const query of queries.pieces)
      for (const candidate of candidates.pieces)
        for (let { first } = query; first < query.end; first += atOnce) {
          const queryTiles = Math.min(atOnce, query.end - first)
          const each = OPERATIONS * queries.chunks * queryTiles * share
          for (let begin = candidate.first; begin < candidate.end; ) {
            const end = Math.min(begin + Math.max(Math.floor(card.pace.operations / each), 1), candidate.end)
            const places = [query.first, candidate.first, begin, end, queries.first, candidates.first]
            const settings = [queries.chunks, first, length, meetings.runs, Number(same), ...places]
            const buffers = [query.panels, candidate.panels, candidates.halves, runs, owners, lists, waiting]
            card.run(nearestKernel, settings, buffers, queryTiles)
            iteration += queryTiles * (end - begin)
            if (card.pace.ask(each * (end - begin))) yield* card.settle({ stage, iteration, total })
            begin = end
          }
        }
    return lists
  } finally {
    inner.free()
  }
}

/** Lists without an entry for every place of the queries. */
export function emptyLists(card: Card, room: Room, queries: Panels, length: number): GPUBuffer {
  const entries = queries.tiles * TILE * length
  const lists = room.empty(2 * entries)
  card.run(emptyListsKernel, [entries], [lists], Math.ceil(entries / 256))
  return lists
}

/** The rows of the candidates in such lists by the row of the query (rows × length), `NOBODY` where a list has none. */
export function namedRows(
  card: Card,
  room: Room,
  queries: Panels,
  candidates: Panels,
  lists: GPUBuffer,
  length: number,
): GPUBuffer {
  const names = room.empty(queries.rows * length)
  const entries = queries.tiles * TILE * length
  const buffers = [lists, queries.places, candidates.places, names]
  card.run(namedRowsKernel, [entries, length], buffers, Math.ceil(entries / 256))
  return names
}

/** The share of the tiles of candidates that an owner's tiles of queries meet, in the mean. */
function metShare({ tiles, runs }: Meetings, candidates: Panels): number {
  let met = 0
  for (let p = 1; p < tiles.length; p += 2) met += tiles[p]
  return (2 * runs * met) / (tiles.length * candidates.tiles)
}
