import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { type RoundedPoints, roundedPoints } from './rounded-points.ts'

/** The key of an entry that is not there, larger than any other. */
export const NO_KEY = 0x7fff_ffff

/** The same with −1 before it, as one number. */
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
