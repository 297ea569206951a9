import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'

/** Multiplications that take as long as one of points that lie elsewhere in memory. */
const ELSEWHERE = 2

/**
 * How far, squared and by `points` (one row per sample, of all ranks), the points of a view are from their neighbours in it: one number per entry of the lists. `first` is the number of the first list among those of all ranks.
 * O(entries · r), on all threads.
 */
export function listSquares(kernels: Kernels, points: Matrix, near: PlacedNeighbours, first: number): Float64Array {
  const { samples, count } = near.neighbours
  const mark = kernels.mark()
  const rows = kernels.copyIn(points.data)
  const owners = kernels.copyWhole(near.place.subarray(first, first + samples))
  const others = kernels.copyWhole(samplesIn(near, points.rows))
  const out = kernels.allocate(samples * count)
  const pointers = [rows.pointer, points.columns, owners.pointer, others.pointer, count] as const
  kernels.share(
    'listSquares',
    workRanges(samples, 1, ELSEWHERE * count * points.columns).map((range) => [...pointers, ...range, out.pointer]),
  )
  const squares = out.f64.slice()
  kernels.release(mark)
  return squares
}

/** The samples in the lists, of `all` samples. */
function samplesIn({ neighbours: { indices }, place }: PlacedNeighbours, all: number): ArrayLike<number> {
  return place.length === all ? indices : indices.map((point) => place[point])
}

/** Points that distances are asked of many times, in the memory of the kernels: one row per sample of all ranks, and 0 where it has nothing to say. */
export interface MarkedPoints {
  rows: number
  columns: number
  points: Block
  marks: Block
}

/** Allocates and leaves the release to the caller. */
export function placeMarked(kernels: Kernels, { rows, columns, data }: Matrix, marks: Uint8Array): MarkedPoints {
  return { rows, columns, points: kernels.copyIn(data), marks: kernels.copyWhole(marks) }
}

/**
 * How far sample `owners[l]` is from those of list `lists[l]` (−1: of none) of the neighbours in a view: the sum of the distances over the marked ones, and how many these are; 0 and 0 where it is not marked itself.
 * O(owners · neighbours · r), on all threads.
 */
export function sumListDistances(
  kernels: Kernels,
  { rows, columns, points, marks }: MarkedPoints,
  near: PlacedNeighbours,
  owners: Uint32Array,
  lists: Int32Array,
): { sums: Float64Array; counts: Float64Array } {
  const { count } = near.neighbours
  const mark = kernels.mark()
  const pointers = [owners, lists, samplesIn(near, rows)].map((numbers) => kernels.copyWhole(numbers).pointer)
  const [sums, counts] = [kernels.allocate(owners.length), kernels.allocate(owners.length)]
  const [ownersIn, listsIn, others] = pointers
  kernels.share(
    'sumListDistances',
    workRanges(owners.length, 1, ELSEWHERE * count * columns).map((range) => [
      ...([points.pointer, columns, marks.pointer, ownersIn, listsIn, others, count] as const),
      ...range,
      sums.pointer,
      counts.pointer,
    ]),
  )
  const squares = { sums: sums.f64.slice(), counts: counts.f64.slice() }
  kernels.release(mark)
  return squares
}
