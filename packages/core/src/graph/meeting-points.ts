import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Share } from '../ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Points whose neighbours one call measures. */
const CHUNK = 2048

/**
 * Points (n×r) in the kernels' memory, each with a list of the nearest points it has met so far, nearest first and equal ones by the lower number. Points and the keys of the lists are in double precision, or in single
 * precision where a search is approximate anyway: half the memory, and twice the speed. Who meets whom is up to the search; lists do not depend on the order of the meetings. Allocates and leaves the release to the caller.
 */
export class MeetingPoints {
  readonly kernels: Kernels
  readonly count: number
  readonly columns: number
  /** Entries a list. */
  readonly length: number
  /** count × columns, row-major. */
  readonly points: Block
  /** Half the square of each point. */
  readonly halves: Block
  /** What the points are called in the result: `names.i32[i]`. */
  readonly names: Block
  readonly indices: Block
  readonly keys: Block
  readonly fresh: Block
  readonly precision: 'double' | 'single'

  constructor(kernels: Kernels, points: Matrix, length: number, precision: 'double' | 'single' = 'double') {
    const entries = points.rows * length
    const room = (numbers: number) => kernels.allocate(precision === 'single' ? Math.ceil(numbers / 2) : numbers)
    this.kernels = kernels
    this.precision = precision
    this.count = points.rows
    this.columns = points.columns
    this.length = length
    this.points = room(points.data.length)
    this.names = kernels.allocate(Math.ceil(points.rows / 2))
    this.halves = room(points.rows)
    this.indices = kernels.allocate(Math.ceil(entries / 2))
    this.keys = room(entries)
    this.fresh = kernels.allocate(Math.ceil(entries / 8))
    this.indices.i32.fill(-1)
    this.numbersOf(this.keys).fill(Number.POSITIVE_INFINITY)
    this.numbersOf(this.points).set(points.data)
    for (let i = 0; i < points.rows; i++) this.names.i32[i] = i
    this.measure()
  }

  /** Puts the points into another order, before any has met another: point i is `points` row `order[i]` from now on, and is called so in the result. */
  reorder(points: Matrix, order: ArrayLike<number>): void {
    const { columns } = this
    const target = this.numbersOf(this.points)
    for (let i = 0; i < this.count; i++) {
      const from = order[i] * columns
      this.names.i32[i] = order[i]
      for (let c = 0; c < columns; c++) target[i * columns + c] = points.data[from + c]
    }
    this.measure()
  }

  /** Numbers that sort as the keys of the lists do and that ranks can send: in single precision their bits, since no key is below 0. */
  get sortable(): Float64Array | Int32Array {
    return this.precision === 'single' ? this.keys.i32 : this.keys.f64
  }

  /** Begins and ends of stretches of `width` points, the last one shorter. */
  stretches(width: number): [number, number][] {
    return Array.from({ length: Math.ceil(this.count / width) }, (_, part) => [
      part * width,
      Math.min((part + 1) * width, this.count),
    ])
  }

  /** The `wanted` nearest entries of every list by the differences of the points themselves; equal distances by the lower name. With `own` those of points begin … end − 1, if points were not reordered. */
  nearest(wanted: number, own: Share = { begin: 0, end: this.count }): Neighbours {
    const { kernels, count, columns, points, indices, names } = this
    const mark = kernels.mark()
    const nearest = kernels.allocate(Math.ceil((count * wanted) / 2))
    const distances = kernels.allocate(count * wanted)
    kernels.share(
      this.precision === 'single' ? 'measureNearestSingle' : 'measureNearest',
      this.stretches(CHUNK).map(([begin, end]) => [
        points.pointer,
        columns,
        Math.max(begin, own.begin),
        Math.min(end, own.end),
        indices.pointer,
        this.length,
        names.pointer,
        wanted,
        nearest.pointer,
        distances.pointer,
      ]),
    )
    const result = {
      samples: own.end - own.begin,
      count: wanted,
      indices: nearest.i32.slice(own.begin * wanted, own.end * wanted),
      squaredDistances: distances.f64.slice(own.begin * wanted, own.end * wanted),
    }
    kernels.release(mark)
    return result
  }

  private numbersOf(block: Block): Float64Array | Float32Array {
    return this.precision === 'single' ? block.f32 : block.f64
  }

  private measure(): void {
    if (this.precision === 'single')
      this.kernels.call.halfSquaresSingle(this.points.pointer, this.count, this.columns, this.halves.pointer)
    else this.kernels.call.halfSquares(this.points.pointer, this.count, this.columns, this.halves.pointer)
  }
}
