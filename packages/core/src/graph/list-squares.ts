import type { Kernels } from '../kernels/kernels.ts'
import { workRanges } from '../kernels/work-ranges.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'

/**
 * How far, squared and by `points` (one row per sample, of all ranks), the points of a view are from their neighbours in it: one number per entry of the lists. `first` is the number of the first list among those of all ranks.
 * O(entries · r), on all threads.
 */
export function listSquares(
  kernels: Kernels,
  points: Matrix,
  { neighbours: { samples, count, indices }, place }: PlacedNeighbours,
  first: number,
): Float64Array {
  const others = place.length === points.rows ? indices : indices.map((point) => place[point])
  return squaresBetween(kernels, points, place.subarray(first, first + samples), others, count)
}

/** How far, squared, point `owners[l]` is from each of the `count` points that begin at l · count of `others`. O(others · r), on all threads. */
export function squaresBetween(
  kernels: Kernels,
  points: Matrix,
  owners: Uint32Array,
  others: ArrayLike<number>,
  count: number,
): Float64Array {
  const mark = kernels.mark()
  const rows = kernels.copyIn(points.data)
  const lists = [kernels.copyWhole(owners).pointer, kernels.copyWhole(others).pointer] as const
  const out = kernels.allocate(others.length)
  const given = [rows.pointer, points.columns, ...lists, count] as const
  kernels.share(
    'listSquares',
    workRanges(owners.length, 1, count * points.columns).map((range) => [...given, ...range, out.pointer]),
  )
  const squares = out.f64.slice()
  kernels.release(mark)
  return squares
}
