import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { HeldRows, Rows } from '../../numerics/linalg/rows.ts'
import { isSparse, type SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../numerics/linalg/take-rows.ts'
import { runToEnd } from '../steps.ts'
import { pointersOf, rowLengths } from './gather-rows.ts'
import type { Ranks } from './ranks.ts'
import { ownerOf, type Share, share, shares } from './share.ts'

/** Values that a rank sends at once: 64 MiB of doubles. */
const BLOCK = 1 << 23

/**
 * Brings rows into another order across ranks: every rank has its share of `total` rows, as many as `order` has by default, and gets its share of the rows `order[0]`, `order[1]`, …; `order` is the same
 * on all, and may leave rows out or name them twice. Dense rows travel in blocks of 64 MiB, sparse ones at once. O(total + entries of the rank).
 */
export function reorderRows<M extends HeldRows>(ranks: Ranks, own: M, order: Uint32Array, total = order.length): M {
  if (ranks.size === 1) return takeRows(own, order)
  const reordered = isSparse(own) ? reorderSparse(ranks, own, order, total) : reorderDense(ranks, own, order, total)
  return reordered as M
}

function reorderDense(ranks: Ranks, own: Matrix, order: Uint32Array, total: number): Matrix {
  const { begin, end } = shares(order.length, ranks.size)[ranks.rank]
  const result = matrix(end - begin, own.columns)
  const moving = moveRows(ranks, own, order, total, (at, rows) => result.data.set(rows, at * own.columns))
  runToEnd(moving)
  return result
}

/** Brings dense rows that may be read in blocks into another order across ranks: `put` gets some rows at a time, with the place of the first among those that are to be this rank's. Pauses after each time. */
export function* moveRows(
  ranks: Ranks,
  own: Rows,
  order: Uint32Array,
  total: number,
  put: (at: number, rows: Float64Array) => void,
): Generator<void, void> {
  const { rank, size } = ranks
  const targets = shares(order.length, size)
  const mine = targets[rank]
  const range = share(total, size, rank)
  const height = Math.max(1, Math.floor(BLOCK / (size * Math.max(own.columns, 1))))
  for (let first = 0; first < Math.ceil(order.length / size); first += height) {
    const stretch = ({ begin, end }: Share) => ({
      begin: Math.min(begin + first, end),
      end: Math.min(begin + first + height, end),
    })
    const leaving = targets.map((target) => ownRows(order, stretch(target), range))
    const destination = stretch(mine)
    const owners = Array.from(order.subarray(destination.begin, destination.end), (row) => ownerOf(row, total, size))
    const coming = matrix(owners.length, own.columns)
    ranks.allToAll(
      (takeRows(own, leaving.flat()) as Matrix).data,
      leaving.map((rows) => rows.length * own.columns),
      coming.data,
      countOf(owners, size).map((count) => count * own.columns),
    )
    put(destination.begin - mine.begin, takeRows(coming, placesOf(owners, size)).data)
    yield
  }
}

function reorderSparse(ranks: Ranks, own: SparseMatrix, order: Uint32Array, total: number): SparseMatrix {
  const { rank, size } = ranks
  const targets = shares(order.length, size)
  const mine = targets[rank]
  const lengths = reorderDense(ranks, matrix(own.rows, 1, Float64Array.from(rowLengths(own))), order, total).data
  const range = share(total, size, rank)
  const leaving = targets.map((target) => ownRows(order, target, range))
  const owners = Array.from(order.subarray(mine.begin, mine.end), (row) => ownerOf(row, total, size))
  const sent = takeRows(own, leaving.flat())
  const sendCounts = leaving.map((rows) => rows.reduce((sum, i) => sum + own.pointers[i + 1] - own.pointers[i], 0))
  const places = placesOf(owners, size)
  const comingLengths = new Uint32Array(owners.length)
  const receiveCounts = Array.from({ length: size }, () => 0)
  owners.forEach((owner, i) => {
    comingLengths[places[i]] = lengths[i]
    receiveCounts[owner] += lengths[i]
  })
  const pointers = pointersOf(comingLengths)
  const values = new Float64Array(pointers[owners.length])
  const indices = new Int32Array(values.length)
  ranks.allToAll(sent.values, sendCounts, values, receiveCounts)
  ranks.allToAll(Int32Array.from(sent.indices), sendCounts, indices, receiveCounts)
  const coming = { rows: owners.length, columns: own.columns, values, indices: Uint32Array.from(indices), pointers }
  return takeRows(coming, places)
}

/** Which rows of this rank, which has those of `held`, come to the positions of `target`, counted from the beginning of the share. */
function ownRows(order: Uint32Array, target: Share, held: Share): number[] {
  const positions: number[] = []
  for (let p = target.begin; p < target.end; p++)
    if (order[p] >= held.begin && order[p] < held.end) positions.push(order[p] - held.begin)
  return positions
}

function countOf(owners: readonly number[], size: number): number[] {
  const counts = Array.from({ length: size }, () => 0)
  for (const owner of owners) counts[owner]++
  return counts
}

/** Where the row of each position lies among those that came, which lie by owner and then by position. */
export function placesOf(owners: readonly number[], size: number): number[] {
  const next = pointersOf(countOf(owners, size))
  return owners.map((owner) => next[owner]++)
}

/** Where each of `total` samples stands in an order; `order.length` for those that it leaves out. O(n). */
export function inverseOrder(order: Uint32Array, total = order.length): Uint32Array {
  const places = new Uint32Array(total).fill(order.length)
  order.forEach((sample, place) => {
    places[sample] = place
  })
  return places
}
