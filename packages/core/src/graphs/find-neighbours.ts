import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import type { Processors } from '../runtime/runtime.ts'
import { approximateNeighbours } from './approximate-neighbours.ts'
import { deviceNeighbours } from './device-neighbours.ts'
import { nearestNeighbours } from './nearest-neighbours.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Up to this many points neighbours are exact: the quadratic cost is still some seconds. */
export const EXACT_UP_TO = 20_000

/**
 * Nearest neighbours: exact up to 20,000 points, beyond that approximate (recall 0.95 in 30 dimensions, 0.91 in 90). Ranks, which all have all points, share the search; each gets the
 * lists of its own points, `parts[rank]`, the same as in one process. On a device, which a single process has, more of them are exact, unless it is slower than that.
 */
export function* findNeighbours(
  { kernels, device }: Processors,
  points: Matrix,
  count: number,
  random: Random,
  ranks: Ranks,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
): Generator<Progress, Neighbours> {
  if (device && points.rows <= device.searchesUpTo)
    return yield* deviceNeighbours(kernels, device, points, count, random)
  if (points.rows <= EXACT_UP_TO) return yield* nearestNeighbours(kernels, points, count, ranks, parts)
  return yield* approximateNeighbours(kernels, points, count, random, ranks, parts)
}
