import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { startRandoms } from './best-start.ts'
import { startDraws } from './kmeans-starts.ts'

/** One of many independent k-means runs: number of the point set, clusters, how many starts of which kind, the most steps of each (default 100), and a generator of its own. */
export interface KmeansJob {
  points: number
  clusters: number
  restarts: number
  start: 'k-means++' | 'greedy'
  maxIterations?: number
  random: Random
}

/** Samples of the part that is clustered first: the largest of `least`, `each` per cluster, and the share of all. */
const PART = { least: 2000, each: 25, share: 1 / 4 }
/** Steps on all samples after those on a part: most centres are in place by then, and further steps made votes no better. */
export const LAST_STEPS = 1

/** Counts the samples that the start and most steps see. */
export function partSize(samples: number, clusters: number): number {
  return Math.min(samples, Math.max(PART.least, PART.each * clusters, Math.ceil(PART.share * samples)))
}

/** Points as the kernel `roughKmeans` reads them: in double precision and, in panels of eight rows, in single precision. */
interface PlacedPoints {
  rows: number
  columns: number
  points: Block
  eights: Block
}

/** One start of a job: the call of the kernel, and where its labels will be. */
interface Start {
  call: KernelCall<'roughKmeans'>
  work: number
  labels: Block
  error: number
}

/**
 * Runs many independent k-means over point sets (n×d, rows of about unit length) on all threads and returns the labels of each. Nearest centres are those of single precision. Of many points a part
 * is clustered first, spread evenly over all from a random one on, and one step on all follows. Of several starts the one with the least squared error wins, the first of equal ones. The bytes are those of
 * `roughKmeansReference`. Yields the number of starts that are done. O(n·k·d) per step, a quarter of it for most.
 */
export function* runKmeansJobs(
  kernels: Kernels,
  sets: readonly Matrix[],
  jobs: readonly KmeansJob[],
): Generator<number, Int32Array[]> {
  if (jobs.length === 0) return []
  const mark = kernels.mark()
  try {
    const pointSets = sets.map((points) => placePoints(kernels, points))
    const starts = jobs.map((job) => startsOf(kernels, pointSets[job.points], job))
    // Long ones first, so that all threads end at about the same time.
    const queue = starts.flat().sort((a, b) => b.work - a.work)
    const rooms = jobs.map(({ points, clusters }) => {
      const { rows, columns } = sets[points]
      return kernels.call.roughRoom(rows, columns, clusters, partSize(rows, clusters))
    })
    const calls = queue.map(({ call }) => call)
    const errors = yield* kernels.shareInSteps('roughKmeans', calls, Math.max(...rooms))
    queue.forEach((start, s) => {
      start.error = errors[s]
    })
    return starts.map((candidates, j) => {
      const best = candidates.reduce((best, start) => (start.error < best.error ? start : best))
      return best.labels.i32.slice(0, sets[jobs[j].points].rows)
    })
  } finally {
    kernels.release(mark)
  }
}

function placePoints(kernels: Kernels, { rows, columns, data }: Matrix): PlacedPoints {
  const padded = 8 * Math.ceil(rows / 8)
  const points = kernels.copyIn(data)
  const eights = kernels.allocate((padded * columns) / 2)
  const mark = kernels.mark()
  const single = kernels.allocate((padded * columns) / 2)
  single.f32.set(data)
  single.f32.fill(0, data.length)
  kernels.share(
    'packEights',
    workRanges(padded, 8, columns).map((range) => [single.pointer, columns, ...range, eights.pointer]),
  )
  kernels.release(mark)
  return { rows, columns, points, eights }
}

function startsOf(kernels: Kernels, pointSet: PlacedPoints, job: KmeansJob): Start[] {
  const { rows, columns } = pointSet
  const { clusters, random, maxIterations = 100 } = job
  const size = partSize(rows, clusters)
  const first = size < rows ? random.below(rows) : 0
  return startRandoms(random, job.restarts).map((startRandom) => {
    const { trials, draws } = startDraws(clusters, job.start, startRandom)
    const labels = kernels.allocate(Math.ceil(rows / 2))
    const points = [pointSet.points.pointer, pointSet.eights.pointer, rows, columns] as const
    const start = [clusters, trials, kernels.copyIn(draws).pointer, first, size] as const
    const call = [...points, ...start, maxIterations, LAST_STEPS, labels.pointer] as const
    return { call: [...call], work: columns * clusters, labels, error: 0 }
  })
}

/**
 * Shares the jobs of `runKmeansJobs` among ranks that all have all point sets: rank r does jobs r, r + size, …, and every rank gets the labels of all jobs, with the bytes of one process.
 * Each rank sends its labels to all others: 4·n bytes per job.
 */
export function* kmeansJobsOverRanks(
  ranks: Ranks,
  kernels: Kernels,
  sets: readonly Matrix[],
  jobs: readonly KmeansJob[],
): Generator<number, Int32Array[]> {
  const { rank, size } = ranks
  if (size === 1) return yield* runKmeansJobs(kernels, sets, jobs)
  const samples = sets[0].rows
  const rankJobs = jobs.filter((_, j) => j % size === rank)
  const rankLabels = rankJobs.length > 0 ? yield* runKmeansJobs(kernels, sets, rankJobs) : []
  const packed = new Int32Array(rankLabels.length * samples)
  rankLabels.forEach((labels, j) => {
    packed.set(labels, j * samples)
  })
  const all = ranks.allGather(packed)
  const order = Array.from({ length: size }, (_, r) => jobs.map((_, j) => j).filter((j) => j % size === r)).flat()
  const result: Int32Array[] = []
  order.forEach((job, place) => {
    result[job] = all.slice(place * samples, (place + 1) * samples)
  })
  return result
}
