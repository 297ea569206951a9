import type { Grouping } from '../../runtime/device/device.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { rowRange } from '../../runtime/ranks/row-range.ts'
import { mapProgress } from '../../runtime/steps.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { bestStart, betterStart, startRandoms } from './best-start.ts'
import { lloydOverRanks } from './lloyd-over-ranks.ts'
import { pointsOnRanks } from './points-on-ranks.ts'
import { seedsOverRanks } from './seeds-over-ranks.ts'

/** Starts drawn at a time. */
const BATCH = 10
/** Starts at the most where their number is not given; past so many points, where each costs much, one batch must do. */
const MOST_STARTS = 100
const MANY_POINTS = 20_000
/** Times that the best partition is found before no more starts are drawn. */
const FOUND_AGAIN = 3
/** Partitions whose errors differ by a smaller share are taken for the same. */
const SAME = 1e-6

/** Errors that differ by less are equal: what is rounded before k-means begins differs with the number of ranks. */
const MARGIN = 1e-9

export interface KmeansOverRanksOptions {
  /** How many clusters, 1 … n. */
  clusters: number
  /** Where the starts are drawn from; every call advances it. */
  random: Random
  /** Starts drawn by k-means++, of which the one with the least squared error wins; null (default): 10 at a time until the best was found three times, 100 at the most (10 past 20,000 points). */
  restarts?: number | null
  /** The most steps of each start; default 100. */
  maxIterations?: number
}

/** How many starts are done, and how many are so far to be done. */
export interface StartsOfMany {
  starts: number
  planned: number
}

/**
 * `kmeans` of points (n×d, rows of at most unit length) that stay on the ranks where they are; gives the labels of this rank's. Points are rounded to 2⁻⁴⁰ and all sums are exact:
 * any number of ranks, one among them, comes to the same labels. O(n/p·k·d) a step on p ranks and one message of O(k·d); memory
 * 8·(d + clusters / 4 + 27) bytes a point.
 */
export function* kmeansOverRanks(
  ranks: Ranks,
  kernels: Kernels,
  points: Matrix,
  { clusters, random, restarts = null, maxIterations = 100 }: KmeansOverRanksOptions,
): Generator<StartsOfMany, Int32Array> {
  const { total } = rowRange(ranks, points.rows)
  const most = restarts ?? (total > MANY_POINTS ? BATCH : MOST_STARTS)
  const randoms = startRandoms(random, most)
  const batch = Math.min(BATCH, most)
  const mark = kernels.mark()
  try {
    const placed = pointsOnRanks(ranks, kernels, points, batch * clusters)
    const inner = kernels.mark()
    const errors: number[] = []
    let best: Grouping | undefined
    for (let first = 0; first < most; first += batch) {
      if (best && restarts === null && timesFound(best, errors) >= FOUND_AGAIN) break
      kernels.release(inner)
      const planned = Math.min(first + batch, most)
      const drawing = seedsOverRanks(placed, clusters, randoms.slice(first, planned))
      const seeds = yield* mapProgress(drawing, () => ({ starts: first, planned }))
      const run = function* (start: number) {
        kernels.release(inner)
        const found = yield* lloydOverRanks(placed, seeds[start], maxIterations)
        errors.push(found.squaredError)
        return found
      }
      const steps = bestStart(seeds.length, run, MARGIN)
      const found = yield* mapProgress(steps, ({ starts }) => ({ starts: first + starts, planned }))
      best = betterStart(best, found, MARGIN)
    }
    return best!.labels
  } finally {
    kernels.release(mark)
  }
}

function timesFound({ squaredError }: Grouping, errors: readonly number[]): number {
  return errors.filter((error) => error <= squaredError * (1 + SAME)).length
}
