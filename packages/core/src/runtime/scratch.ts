import {
  type BlockedMatrix,
  blocksOf,
  defaultBlockRows,
  hasSparseRows,
  inBlocks,
  isBlocked,
  type Rows,
} from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Progress } from './progress.ts'

/** Room for a matrix that is too large for memory, such as a file. Rows are read as they were written. */
export interface ScratchMatrix extends BlockedMatrix {
  /** Keeps whole rows from row `begin` on. */
  writeRows(begin: number, values: Float64Array): void
  /** Gives the room back. */
  remove(): void
}

/** Where fits of blocked views keep what they would otherwise compute at every reading. */
export interface Scratch {
  /** Room for rows × columns doubles. */
  room(rows: number, columns: number): ScratchMatrix
}

/** Scratch in memory for one matrix that is made of numbers there; undefined where there is no room for it. */
export function scratchInMemory(rows: number, columns: number): Scratch | undefined {
  try {
    const data = new Float64Array(rows * columns)
    const writeRows = (begin: number, values: Float64Array) => data.set(values, begin * columns)
    return { room: () => ({ ...inBlocks({ rows, columns, data }), writeRows, remove() {} }) }
  } catch {
    return undefined
  }
}

/** Rows that lie in scratch until they are removed. */
export interface KeptRows {
  readonly rows: Rows
  remove(): void
}

/** Keeps rows in `scratch`, row i at place `places[i]` (its own where there are none) of `count`; rows whose place lies beyond are left out. One writing and one reading, two of sparse rows, of which each stored entry takes two doubles. */
export function* keepRows(
  scratch: Scratch,
  a: Rows,
  places?: Uint32Array,
  count = a.rows,
): Generator<Progress, KeptRows> {
  const pointers = hasSparseRows(a) ? yield* pointersOf(a, count, places) : null
  const room = pointers ? scratch.room(pointers[count], 2) : scratch.room(count, a.columns)
  let whole = false
  try {
    for (const { begin, end, data } of blocksOf(a)) {
      if ('pointers' in data) writeSparse(room, data, begin, pointers!, places)
      else if (!places) room.writeRows(begin, data.data)
      else
        for (let i = begin, p = 0; i < end; i++, p += a.columns)
          if (places[i] < count) room.writeRows(places[i], data.data.subarray(p, p + a.columns))
      yield { stage: 'keeping views', iteration: end, total: a.rows }
    }
    whole = true
    return { rows: pointers ? sparseFrom(room, a, count, pointers) : room, remove: () => room.remove() }
  } finally {
    if (!whole) room.remove()
  }
}

/** Where the rows begin among all entries when they are at their places, and the end. */
function* pointersOf(a: Rows, count: number, places?: Uint32Array): Generator<Progress, Float64Array> {
  const pointers = new Float64Array(count + 1)
  for (const { begin, end, data } of blocksOf(a)) {
    const { pointers: own } = data as SparseMatrix
    for (let i = begin; i < end; i++) {
      const place = places?.[i] ?? i
      if (place < count) pointers[place + 1] = own[i - begin + 1] - own[i - begin]
    }
    yield { stage: 'keeping views', iteration: end, total: a.rows }
  }
  for (let i = 0; i < count; i++) pointers[i + 1] += pointers[i]
  return pointers
}

function writeSparse(
  room: ScratchMatrix,
  { rows, values, indices, pointers: own }: SparseMatrix,
  begin: number,
  pointers: Float64Array,
  places?: Uint32Array,
): void {
  const pairs = new Float64Array(2 * values.length)
  for (let p = 0; p < values.length; p++) {
    pairs[2 * p] = values[p]
    pairs[2 * p + 1] = indices[p]
  }
  if (!places) room.writeRows(pointers[begin], pairs)
  else
    for (let i = 0; i < rows; i++)
      if (places[begin + i] < pointers.length - 1)
        room.writeRows(pointers[places[begin + i]], pairs.subarray(2 * own[i], 2 * own[i + 1]))
}

function sparseFrom(room: ScratchMatrix, a: Rows, count: number, pointers: Float64Array): Rows {
  return {
    rows: count,
    columns: a.columns,
    blockRows: isBlocked(a) ? a.blockRows : defaultBlockRows(a.columns),
    readSparseRows(begin, end) {
      const [first, last] = [pointers[begin], pointers[end]]
      const pairs = new Float64Array(2 * (last - first))
      room.readRows(first, last, pairs)
      const values = new Float64Array(last - first)
      const indices = new Uint32Array(last - first)
      for (let p = 0; p < values.length; p++) {
        values[p] = pairs[2 * p]
        indices[p] = pairs[2 * p + 1]
      }
      return { values, indices, pointers: Uint32Array.from(pointers.subarray(begin, end + 1), (at) => at - first) }
    },
  }
}
