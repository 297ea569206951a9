import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { mapSteps } from '../steps.ts'
import { bestStart, startRandoms } from './best-start.ts'
import { lloydOverRanks } from './lloyd-over-ranks.ts'
import { pointsOnRanks } from './points-on-ranks.ts'
import { seedsOverRanks } from './seeds-over-ranks.ts'

/** Starts drawn unless something else is asked for. */
export const KMEANS_STARTS = 10

/** Errors that differ by less are equal: what is rounded before k-means begins differs with the number of ranks. */
const MARGIN = 1e-9

export interface KmeansOverRanksOptions {
  /** How many clusters, 1 … n. */
  clusters: number
  /** Where the starts are drawn from; every call advances it. */
  random: Random
  /** Starts drawn by k-means++, of which the one with the least squared error wins; default 10. */
  restarts?: number
  /** The most steps of each start; default 100. */
  maxIterations?: number
}

/**
 * `kmeans` of points (n×d, rows of at most unit length) that stay on the ranks where they are; gives the labels of this rank's. Points are rounded to 2⁻⁴⁰ and all sums are exact:
 * any number of ranks, one among them, comes to the same labels. Yields the number of starts done so far. O(n/p·k·d) a step on p ranks and one message of O(k·d); memory
 * 8·(d + clusters / 4 + 27) bytes a point.
 */
export function* kmeansOverRanks(
  communicator: Communicator,
  kernels: Kernels,
  points: Matrix,
  { clusters, random, restarts = KMEANS_STARTS, maxIterations = 100 }: KmeansOverRanksOptions,
): Generator<number, Int32Array> {
  const randoms = startRandoms(random, restarts)
  const mark = kernels.mark()
  try {
    const placed = pointsOnRanks(communicator, kernels, points, restarts * clusters)
    const inner = kernels.mark()
    const seeds = yield* mapSteps(seedsOverRanks(placed, clusters, randoms), () => 0)
    const run = (start: number) => {
      kernels.release(inner)
      return lloydOverRanks(placed, seeds[start], maxIterations)
    }
    const { labels } = yield* mapSteps(bestStart(restarts, run, MARGIN), ({ starts }) => starts)
    return labels
  } finally {
    kernels.release(mark)
  }
}
