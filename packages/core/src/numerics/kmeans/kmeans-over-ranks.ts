import type { Grouping } from '../../runtime/device/device.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { exactSum } from '../../runtime/ranks/exact-sum.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { rowRange } from '../../runtime/ranks/row-range.ts'
import { mapProgress } from '../../runtime/steps.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { bestStart, betterStart, startRandoms } from './best-start.ts'
import { BoundedAssignment } from './bounded-assignment.ts'
import { type PointsOnRanks, pointAt, pointsOnRanks, seedsOverRanks } from './seeds-over-ranks.ts'

/** Starts drawn at a time. */
const BATCH = 10
/** Most starts where the caller names no number. */
const MOST_STARTS = 100
/** Points beyond which one batch of starts must do, since each costs much. */
const MANY_POINTS = 20_000
/** Starts that must find the best partition before no more are drawn. */
const FOUND_AGAIN = 3
/** Partitions whose errors differ by a smaller share count as equal. */
const SAME = 1e-6

/** Share by which a later start must be better: what is rounded before k-means begins differs with the number of ranks. */
const MARGIN = 1e-9

interface KmeansOverRanksOptions {
  /** How many clusters, 1 … n. */
  clusters: number
  /** Generator of the starts; every call advances it. */
  random: Random
  /** Starts drawn by k-means++, of which the one with the least squared error wins; null (default): 10 at a time until the best was found three times, 100 at the most (10 past 20,000 points). */
  restarts?: number | null
  /** The most steps of each start; default 100. */
  maxIterations?: number
}

/** Progress: how many starts are done, and how many are planned so far. */
interface StartsOfMany {
  starts: number
  planned: number
}

/**
 * Clusters points (n×d, rows of at most unit length) that stay on their ranks by `kmeans`, and returns the labels of this rank's points. Points are rounded to 2⁻⁴⁰ and all sums are exact, so that
 * any number of ranks, one included, finds the same labels. O(n/p·k·d) per step on p ranks and one message of O(k·d); memory
 * 8·(d + clusters / 4 + 27) bytes per point.
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
    const rankPoints = pointsOnRanks(ranks, kernels, points, batch * clusters)
    const inner = kernels.mark()
    const errors: number[] = []
    let best: Grouping | undefined
    for (let first = 0; first < most; first += batch) {
      if (best && restarts === null && timesFound(best, errors) >= FOUND_AGAIN) break
      kernels.release(inner)
      const planned = Math.min(first + batch, most)
      const drawing = seedsOverRanks(rankPoints, clusters, randoms.slice(first, planned))
      const seeds = yield* mapProgress(drawing, () => ({ starts: first, planned }))
      const run = function* (start: number) {
        kernels.release(inner)
        const partition = yield* lloydOverRanks(rankPoints, seeds[start], maxIterations)
        errors.push(partition.squaredError)
        return partition
      }
      const steps = bestStart(seeds.length, run, MARGIN)
      const batchBest = yield* mapProgress(steps, ({ starts }) => ({ starts: first + starts, planned }))
      best = betterStart(best, batchBest, MARGIN)
    }
    return best!.labels
  } finally {
    kernels.release(mark)
  }
}

function timesFound({ squaredError }: Grouping, errors: readonly number[]): number {
  return errors.filter((error) => error <= squaredError * (1 + SAME)).length
}

/**
 * Takes Lloyd's steps as `lloyd` does where each rank has its own points: sums and sizes of the clusters go over all ranks, one message of 2·k·d + k + 1 numbers per step. The sums are exact
 * (kernel `sumExactly`), so that any number of ranks finds the same bytes. Yields after every step; returns this rank's labels and the squared error of all points.
 * It allocates and leaves the release to the caller.
 */
function* lloydOverRanks(
  points: PointsOnRanks,
  start: Float64Array,
  maxIterations: number,
): Generator<void, { labels: Int32Array; squaredError: number }> {
  const { ranks, kernels, block, samples, features } = points
  const { length } = start
  const clusters = length / features
  const assignment = new BoundedAssignment(kernels, block, samples, features, start)
  const sums = kernels.allocate(2 * length)
  const message = new Float64Array(2 * length + clusters + 1)
  const low = sums.pointer + 8 * length
  const { centres } = assignment
  /** Adds up over all ranks both parts of the sums, the sizes, and how many ranks have labels that changed. */
  const totals = () => {
    sums.f64.fill(0)
    kernels.call.sumExactly(block.pointer, samples, features, assignment.labelPointer, sums.pointer, low)
    message.set(sums.f64)
    message.set(assignment.countLabels(), 2 * length)
    message[2 * length + clusters] = assignment.changed ? 1 : 0
    ranks.allReduceSum(message)
    return { counts: message.subarray(2 * length, 2 * length + clusters), changed: message[2 * length + clusters] }
  }
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    assignment.assign()
    let summary = totals()
    if (summary.counts.includes(0) && repairInto(points, assignment, summary.counts)) summary = totals()
    if (summary.changed === 0) break
    for (let at = 0; at < length; at++) {
      const count = summary.counts[Math.floor(at / features)]
      // The mean of equal points is that point: either quotient is exact.
      if (count > 0) centres.f64[at] = message[at] / count + message[length + at] / count
    }
    assignment.follow()
    yield
  }
  return { labels: assignment.labels.slice(), squaredError: exactSum(ranks, assignment.measure(), points.total) }
}

/** Repairs empty clusters over ranks as `repairEmptyClustersInto` does: the farthest point of all goes to each empty cluster; true where one went. `counts` are those of all ranks. */
function repairInto(points: PointsOnRanks, assignment: BoundedAssignment, counts: Float64Array): boolean {
  const { ranks, features } = points
  const { labels, centres } = assignment
  const distances = assignment.measure()
  let repaired = false
  for (let cluster = 0; cluster < counts.length; cluster++) {
    if (counts[cluster] > 0) continue
    let farthest = -1
    for (let i = 0; i < labels.length; i++)
      if (counts[labels[i]] > 1 && distances[i] > (farthest < 0 ? 0 : distances[farthest])) farthest = i
    const offer = new Float64Array(features + 2)
    if (farthest >= 0) offer.set([distances[farthest], labels[farthest], ...pointAt(points, farthest)])
    const offers = ranks.allGather(offer)
    let best = 0
    for (let r = 1; r < ranks.size; r++) if (offers[r * offer.length] > offers[best * offer.length]) best = r
    const [distance, label, ...point] = offers.subarray(best * offer.length, (best + 1) * offer.length)
    if (distance === 0) break
    counts[label]--
    counts[cluster] = 1
    centres.f64.set(point, cluster * features)
    repaired = true
    if (best !== ranks.rank) continue
    labels[farthest] = cluster
    distances[farthest] = 0
    assignment.forget(farthest)
  }
  return repaired
}
