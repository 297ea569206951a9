import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Share } from '../ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Points whose neighbours one call measures. */
const CHUNK = 2048

/** Lists of candidates in the kernels' memory. */
export interface Candidates {
  /** `length` numbers of points a list, −1 where there is none. */
  readonly indices: Block
  readonly length: number
  /** What the points of the lists are called: rows of the points that are measured. */
  readonly names: Block
}

/**
 * The `wanted` nearest of the first `considered` candidates of each point (n×r) by the differences of the points, equal ones by the lower name; lists are those of points by name. In double precision, or of the points in single
 * precision, which take half the room. With `own` those of points begin … end − 1, where names are the numbers themselves. O(n·considered·r).
 */
export function measureLists(
  kernels: Kernels,
  points: Matrix,
  { indices, length, names }: Candidates,
  wanted: number,
  considered: number,
  precision: 'double' | 'single',
  own: Share = { begin: 0, end: points.rows },
): Neighbours {
  const { rows, columns, data } = points
  const mark = kernels.mark()
  const single = precision === 'single'
  const block = kernels.allocate(single ? Math.ceil(data.length / 2) : data.length)
  const target = single ? block.f32 : block.f64
  for (let i = 0, p = 0; i < rows; i++) {
    const from = names.i32[i] * columns
    for (let c = 0; c < columns; c++) target[p++] = data[from + c]
  }
  const nearest = kernels.allocate(Math.ceil((rows * wanted) / 2))
  const distances = kernels.allocate(rows * wanted)
  const stretches: Share[] = []
  for (let begin = own.begin; begin < own.end; begin += CHUNK)
    stretches.push({ begin, end: Math.min(begin + CHUNK, own.end) })
  kernels.share(
    single ? 'measureNearestSingle' : 'measureNearest',
    stretches.map(({ begin, end }) => [
      block.pointer,
      columns,
      begin,
      end,
      indices.pointer,
      length,
      Math.min(considered, length),
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
