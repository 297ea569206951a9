import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Share } from '../runtime/ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Lists of candidates in the kernels' memory. */
export interface Candidates {
  /** `length` entries a list of two numbers (i32) each, of which the first is that of a point, −1 where there is none. */
  readonly lists: Block
  readonly length: number
  /** What the points of the lists are called: rows of the points that are measured. */
  readonly names: Block
}

/** Points in the kernels' memory and the nearest of each, `count` numbers and squared distances. */
export interface Measured {
  readonly rows: Block
  readonly count: number
  readonly nearest: Block
  readonly distances: Block
}

/**
 * The `count` nearest of the first `considered` candidates of each point (n×r) by the differences of the points, equal ones by the lower name; lists are those of points by name. In double precision, or of the points in single
 * precision, which take half the room. With `own` those of points begin … end − 1, where names are the numbers themselves; `settle` may change what was measured. O(n·considered·r).
 */
export function measureLists(
  kernels: Kernels,
  points: Matrix,
  { lists, length, names }: Candidates,
  count: number,
  considered: number,
  precision: 'double' | 'single',
  own: Share = { begin: 0, end: points.rows },
  settle?: (measured: Measured) => void,
): Neighbours {
  const { columns, data } = points
  const mark = kernels.mark()
  const single = precision === 'single'
  const rows = kernels.allocate(single ? Math.ceil(data.length / 2) : data.length)
  const target = single ? rows.f32 : rows.f64
  const order = names.i32
  // Of few points all stand in their order, and are copied at once.
  let inPlace = 0
  while (inPlace < points.rows && order[inPlace] === inPlace) inPlace++
  target.set(data.subarray(0, inPlace * columns))
  for (let i = inPlace, p = inPlace * columns; i < points.rows; i++) {
    const from = order[i] * columns
    for (let c = 0; c < columns; c++) target[p++] = data[from + c]
  }
  const nearest = kernels.allocate(Math.ceil((points.rows * count) / 2))
  const distances = kernels.allocate(points.rows * count)
  const samples = own.end - own.begin
  kernels.share(
    'measureNearest',
    workRanges(samples, 1, considered * columns).map(([first, end]) => [
      rows.pointer,
      columns,
      own.begin + first,
      own.begin + end,
      lists.pointer,
      length,
      Math.min(considered, length),
      names.pointer,
      count,
      nearest.pointer,
      distances.pointer,
      Number(single),
    ]),
  )
  settle?.({ rows, count, nearest, distances })
  const [from, to] = [own.begin * count, own.end * count]
  const indices = nearest.i32.slice(from, to)
  const squaredDistances = distances.f64.slice(from, to)
  kernels.release(mark)
  return { samples, count, indices, squaredDistances }
}
