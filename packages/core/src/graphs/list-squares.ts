import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'

/** Multiplications that take as long as one of points that lie elsewhere in memory. */
const ELSEWHERE = 2

/** Points that distances are asked of many times, in the memory of the kernels: one row per sample of all ranks, and 0 where it has nothing to say. */
export interface MarkedPoints {
  columns: number
  points: Block
  marks: Block
}

/** Lists of neighbours in the memory of the kernels: the sample that each list belongs to, and the samples in them. */
export interface PlacedLists {
  samples: number
  count: number
  owners: Block
  others: Block
}

/** Allocates and leaves the release to the caller. */
export function placeMarked(kernels: Kernels, { columns, data }: Matrix, marks: Uint8Array): MarkedPoints {
  return { columns, points: kernels.copyIn(data), marks: kernels.copyWhole(marks) }
}

/** Lists of some of `all` samples; `first` is the number of the first list among those of all ranks. Allocates and leaves the release to the caller. */
export function placeLists(
  kernels: Kernels,
  { neighbours: { samples, count, indices }, place }: PlacedNeighbours,
  first: number,
  all: number,
): PlacedLists {
  const others = place.length === all ? indices : indices.map((point) => place[point])
  const owners = kernels.copyWhole(place.subarray(first, first + samples))
  return { samples, count, owners, others: kernels.copyWhole(others) }
}

/** How far, squared and by `points` (one row per sample of all ranks), samples are from those in their lists: one number per entry. O(entries · r), on all threads. */
export function listSquares(
  kernels: Kernels,
  { columns, data }: Matrix,
  { samples, count, owners, others }: PlacedLists,
): Float64Array {
  const mark = kernels.mark()
  const points = kernels.copyIn(data)
  const out = kernels.allocate(samples * count)
  const pointers = [points.pointer, columns, owners.pointer, others.pointer, count] as const
  kernels.share(
    'listSquares',
    workRanges(samples, 1, ELSEWHERE * count * columns).map((range) => [...pointers, ...range, out.pointer]),
  )
  const squares = out.f64.slice()
  kernels.release(mark)
  return squares
}

/** Samples, and for each of them the list whose samples it is compared with, −1 for none: `count` numbers each. */
export interface AskedLists {
  lists: PlacedLists
  count: number
  owners: Block
  numbers: Block
}

/** Sums over lists: of the distances to the marked samples in it, and how many these are; 0 and 0 of samples that are not marked themselves. */
export interface ListSums {
  sums: Float64Array
  counts: Float64Array
}

/** How far samples are by the points of a view from those in the lists that are asked for. O(owners · neighbours · r), on all threads. */
export function sumListDistances(
  kernels: Kernels,
  { columns, points, marks }: MarkedPoints,
  asked: readonly AskedLists[],
): ListSums[] {
  const mark = kernels.mark()
  const room = asked.map(({ count }) => ({ sums: kernels.allocate(count), counts: kernels.allocate(count) }))
  kernels.share(
    'sumListDistances',
    asked.flatMap(({ lists, count, owners, numbers }, a) => {
      const pointers = [points.pointer, columns, marks.pointer, owners.pointer, numbers.pointer] as const
      const { sums, counts } = room[a]
      return workRanges(count, 1, ELSEWHERE * lists.count * columns).map(
        (range): KernelCall<'sumListDistances'> => [
          ...pointers,
          lists.others.pointer,
          lists.count,
          ...range,
          sums.pointer,
          counts.pointer,
        ],
      )
    }),
  )
  const result = room.map(({ sums, counts }) => ({ sums: sums.f64.slice(), counts: counts.f64.slice() }))
  kernels.release(mark)
  return result
}
