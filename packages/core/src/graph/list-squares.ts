import type { Matrix } from '../linalg/matrix.ts'
import type { PlacedNeighbours } from './approximate-shared-neighbours.ts'
import { squaredDistance } from './neighbour-lists.ts'

/**
 * How far, squared and by `points` (one row per sample, of all ranks), the points of a view are from their neighbours in it: one number per entry of the lists. `first` is the number of the first list among those of all ranks.
 * O(entries · r).
 */
export function listSquares(
  points: Matrix,
  { neighbours: { count, indices }, place }: PlacedNeighbours,
  first: number,
): Float64Array {
  const squares = new Float64Array(indices.length)
  for (let c = 0; c < indices.length; c++)
    squares[c] = squaredDistance(points, place[first + Math.floor(c / count)], place[indices[c]])
  return squares
}
