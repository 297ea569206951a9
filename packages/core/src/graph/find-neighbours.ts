import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import { nearestNeighbours } from './nearest-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Up to this many points neighbours are exact: the quadratic cost is still some seconds. */
export const EXACT_UP_TO = 20_000

/** Nearest neighbours: exact up to 20,000 points, beyond that approximate (recall about 0.97 or more on clustered data). */
export function* findNeighbours(
  kernels: Kernels,
  points: Matrix,
  count: number,
  random: Random,
): Generator<Progress, Neighbours> {
  if (points.rows <= EXACT_UP_TO) return yield* nearestNeighbours(kernels, points, count)
  return yield* approximateNeighbours(kernels, points, count, random)
}
