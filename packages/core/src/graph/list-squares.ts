import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { type Neighbours, squaredDistance } from './neighbour-lists.ts'

/**
 * How far, squared and by `points` (one row per sample, of all ranks), the points of a view are from their neighbours in it: one number per entry of the lists. `first` is the number of the first list among those of all ranks.
 * On a device in single precision where there are many. O(entries · r).
 */
export function* listSquares(
  kernels: Kernels,
  points: Matrix,
  { neighbours, place }: PlacedNeighbours,
  first: number,
): Generator<Progress, ArrayLike<number>> {
  const { device } = kernels
  if (device && points.rows > device.many && place.length === points.rows)
    return yield* device.listSquares(points, neighbours)
  return plainSquares(points, neighbours, place, first)
}

/** Not a generator, since engines run the loops of those slowly. */
function plainSquares(points: Matrix, { count, indices }: Neighbours, place: Uint32Array, first: number): Float64Array {
  const squares = new Float64Array(indices.length)
  for (let c = 0; c < indices.length; c++)
    squares[c] = squaredDistance(points, place[first + Math.floor(c / count)], place[indices[c]])
  return squares
}
