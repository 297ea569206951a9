import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { emptyListsKernel, namedRowsKernel } from './list-kernels.ts'
import { CHUNK, nearestKernel, TILE, WAITING } from './nearest-kernel.ts'
import type { Panels } from './panels.ts'

/** Tiles of queries that are worked on at once: four for each place on a large card. */
const AT_ONCE = 1056
/** Operations of one dispatch: a small card takes about a second for them. */
const OPERATIONS = 2e12

/** What the room for waiting candidates of so many tiles goes by on a card, where it stays: search follows search. */
const waitingRooms = new Map<number, object>()
function waitingRoom(tiles: number): object {
  const known = waitingRooms.get(tiles) ?? {}
  waitingRooms.set(tiles, known)
  return known
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
    const owners = inner.integers(meetings.owners)
    const parts = partsOf(meetings, (2 * TILE * TILE * CHUNK * queries.chunks * atOnce) / OPERATIONS)
    const turns = parts.flatMap((part) => {
      const runs = inner.integers(part)
      return queries.pieces.flatMap((query) => candidates.pieces.map((candidate) => ({ runs, query, candidate })))
    })
    const total = turns.reduce((sum, { query }) => sum + Math.ceil((query.end - query.first) / atOnce), 0)
    let iteration = 0
    for (const { runs, query, candidate } of turns)
      for (let { first } = query; first < query.end; first += atOnce) {
        const range = [query.first, candidate.first, candidate.end, queries.first, candidates.first]
        const settings = [queries.chunks, first, length, meetings.runs, Number(same), ...range]
        const buffers = [query.panels, candidate.panels, candidates.halves, runs, owners, lists, waiting]
        card.run(nearestKernel, settings, buffers, Math.min(atOnce, query.end - first))
        iteration++
        if (iteration % 4 === 0) yield* card.settle({ stage, iteration, total })
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

/** The meetings in parts that take one dispatch each: a single run is cut, several stay together. `tileCost` is the share of a dispatch that one tile of candidates takes. */
function partsOf({ tiles, runs }: Meetings, tileCost: number): Uint32Array[] {
  if (runs > 1 || tiles.length > 2) return [tiles]
  const step = Math.max(Math.floor(1 / tileCost), 1)
  const parts: Uint32Array[] = []
  for (let done = 0; done < tiles[1]; done += step)
    parts.push(Uint32Array.of(tiles[0] + done, Math.min(step, tiles[1] - done)))
  return parts
}
