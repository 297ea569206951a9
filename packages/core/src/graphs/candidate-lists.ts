import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { type Share, shares } from '../runtime/ranks/share.ts'
import { type RoundedPoints, roundedPoints } from './rounded-points.ts'

/** The key of an entry that is not there, larger than any other. */
export const NO_KEY = 0x7fff_ffff

/** An empty list entry as one 64-bit number: key NO_KEY, neighbour −1. */
const NO_ENTRY = (BigInt(NO_KEY) << 32n) | 0xffff_ffffn

/**
 * Rounded points (n×r) in the kernels' memory, each with a list of the nearest points it has met so far, nearest first and equal ones by the lower number. Keys of the lists are the squared distances of the rounded points, whole numbers
 * without any error. Who meets whom is up to the search; lists do not depend on the order of the meetings. Allocates and leaves the release to the caller.
 */
export class CandidateLists {
  readonly kernels: Kernels
  readonly count: number
  readonly columns: number
  /** Entries a list. */
  readonly length: number
  readonly rounded: RoundedPoints
  /** What the points are called in the result: `names.i32[i]`. */
  readonly names: Block
  /** Two numbers (i32) an entry: the other point, −1 where there is none, and how far it is. */
  readonly lists: Block

  constructor(kernels: Kernels, points: Matrix, length: number) {
    this.kernels = kernels
    this.count = points.rows
    this.columns = points.columns
    this.length = length
    this.rounded = roundedPoints(kernels, points)
    this.names = kernels.allocate(Math.ceil(points.rows / 2))
    this.lists = kernels.allocate(points.rows * length)
    const { buffer, byteOffset, length: numbers } = this.lists.f64
    new BigInt64Array(buffer, byteOffset, numbers).fill(NO_ENTRY)
    const names = this.names.i32
    for (let i = 0; i < names.length; i++) names[i] = i
  }

  /** Puts the points into another order, once and before any has met another: point i is row `order[i]` of the points that were given from now on, and is called so in the result. */
  reorder(order: ArrayLike<number>): void {
    const { rows, squares } = this.rounded
    const width = (2 * rows.length) / this.count
    const before = rows.i32.slice()
    const squaresBefore = squares.i32.slice()
    const [after, squaresAfter] = [rows.i32, squares.i32]
    this.names.i32.set(order)
    for (let i = 0, p = 0; i < this.count; i++) {
      squaresAfter[i] = squaresBefore[order[i]]
      for (let q = order[i] * width; q < (order[i] + 1) * width; q++) after[p++] = before[q]
    }
  }

  /** Begins and ends of stretches of `width` points, the last one shorter. */
  stretches(width: number): [number, number][] {
    return Array.from({ length: Math.ceil(this.count / width) }, (_, part) => [
      part * width,
      Math.min((part + 1) * width, this.count),
    ])
  }
}

/** Gives all ranks the lists of all points as if everyone who met on any of them had met here. Each rank puts its share of the lists together: 16 bytes per entry. */
export function exchangeCandidates(ranks: Ranks, meeting: CandidateLists): void {
  const { rank, size } = ranks
  if (size === 1) return
  const { count, length } = meeting
  const parts = shares(count, size)
  mergeCandidates(ranks, meeting, parts)
  const [begin, end] = [2 * parts[rank].begin * length, 2 * parts[rank].end * length]
  meeting.lists.i32.set(ranks.allGather(meeting.lists.i32.slice(begin, end)))
}

/**
 * Puts the lists together that ranks have of the same points, which met others on each: every rank (points `parts[rank]`) gets the lists of its own points from
 * all others, 8 bytes per entry, and keeps the nearest entries of all; equal ones by the lower index. The lists of other points are left as they are.
 */
export function mergeCandidates(ranks: Ranks, meeting: CandidateLists, parts: readonly Share[]): void {
  const { rank, size } = ranks
  const width = 2 * meeting.length
  const range = parts[rank]
  const numbers = (range.end - range.begin) * width
  const to = meeting.lists.i32
  const from = new Int32Array(size * numbers)
  ranks.allToAll(
    to.slice(0, parts[size - 1].end * width),
    parts.map(({ begin, end }) => (end - begin) * width),
    from,
    parts.map(() => numbers),
  )
  const next = new Int32Array(size)
  for (let i = 0; i < range.end - range.begin; i++) {
    for (let r = 0; r < size; r++) next[r] = r * numbers + i * width
    const end = (range.begin + i + 1) * width
    let at = end - width
    while (at < end) {
      // The nearest of those with which the lists go on.
      let best = -1
      for (let r = 0; r < size; r++) {
        const [p, q] = [next[r], next[best]]
        if (p === r * numbers + (i + 1) * width || from[p] < 0) continue
        if (best < 0 || from[p + 1] < from[q + 1] || (from[p + 1] === from[q + 1] && from[p] < from[q])) best = r
      }
      if (best < 0) break
      const p = next[best]
      next[best] += 2
      // Two that met on several ranks are as far apart on all of them.
      if (at > end - width && to[at - 2] === from[p]) continue
      to[at] = from[p]
      to[at + 1] = from[p + 1]
      at += 2
    }
  }
}
