import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { Random } from '../random/random.ts'
import type { Crew } from '../threads/crew.ts'
import { waitForChange } from '../threads/wait-for-change.ts'
import type { KmeansStart } from './kmeans-starts.ts'
import { roughKmeans } from './rough-kmeans.ts'

/** One run of `roughKmeans`: which of the point sets, how many clusters, how many starts of which kind, the most steps of each (default 100), and a generator of its own. */
export interface KmeansJob {
  points: number
  clusters: number
  restarts: number
  start: KmeansStart
  maxIterations?: number
  random: Random
}

/** Jobs in memory that threads share: each takes the next one that nobody has taken, and writes the labels down. */
export interface KmeansBoard {
  sets: { rows: number; columns: number; data: Float64Array }[]
  jobs: (Omit<KmeansJob, 'random'> & { random: number[] })[]
  /** Samples each, one job after the other. */
  labels: Int32Array
  /** 1 where a job is done. */
  done: Int32Array
  /** The next job to take, and how many are done. */
  counters: Int32Array
}

const NEXT = 0
const DONE = 1
/** Jobs of fewer operations than this together are over before a thread has started. */
const WORTH_A_CREW = 1e7

/**
 * The labels of many independent k-means runs over point sets with the same samples (n×any, of about unit length), with the help of a crew if there is one.
 * Yields after every run the caller made. The result does not depend on the crew. O(jobs · n · clusters · columns · steps).
 */
export function* runKmeansJobs(
  kernels: Kernels,
  sets: readonly Matrix[],
  jobs: readonly KmeansJob[],
  startCrew: () => Crew | null = () => null,
): Generator<number, Int32Array[]> {
  const work = jobs.reduce((sum, job) => sum + sets[job.points].data.length * job.clusters, 0)
  const crew = work < WORTH_A_CREW ? null : startCrew()
  const board = makeBoard(sets, jobs, crew !== null)
  crew?.post(board)
  yield* workOff(kernels, board)
  while (Atomics.load(board.counters, DONE) < jobs.length && !crew!.failed) {
    waitForChange(board.counters, DONE)
    yield Atomics.load(board.counters, DONE)
  }
  // A thread that failed may have left jobs undone.
  for (let j = 0; j < jobs.length; j++) if (board.done[j] === 0) doJob(kernels, board, j)
  const samples = sets[0].rows
  return jobs.map((_, j) => board.labels.slice(j * samples, (j + 1) * samples))
}

/** Takes jobs from the board until none is left; yields the number done by everyone after each. */
export function* workOff(kernels: Kernels, board: KmeansBoard): Generator<number> {
  for (;;) {
    const job = Atomics.add(board.counters, NEXT, 1)
    if (job >= board.jobs.length) return
    doJob(kernels, board, job)
    Atomics.store(board.done, job, 1)
    yield Atomics.add(board.counters, DONE, 1) + 1
    Atomics.notify(board.counters, DONE)
  }
}

function doJob(kernels: Kernels, board: KmeansBoard, job: number): void {
  const { points, random, ...options } = board.jobs[job]
  const { rows, columns, data } = board.sets[points]
  const { labels } = roughKmeans(kernels, matrix(rows, columns, data), { ...options, random: Random.resume(random) })
  board.labels.set(labels, job * rows)
}

function makeBoard(sets: readonly Matrix[], jobs: readonly KmeansJob[], shared: boolean): KmeansBoard {
  const integers = (length: number) =>
    new Int32Array(shared ? new SharedArrayBuffer(4 * length) : new ArrayBuffer(4 * length))
  const reachable = (data: Float64Array) => {
    if (!shared) return data
    const copy = new Float64Array(new SharedArrayBuffer(8 * data.length))
    copy.set(data)
    return copy
  }
  return {
    sets: sets.map(({ rows, columns, data }) => ({ rows, columns, data: reachable(data) })),
    jobs: jobs.map((job) => ({ ...job, random: job.random.save() })),
    labels: integers(jobs.length * sets[0].rows),
    done: integers(jobs.length),
    counters: integers(2),
  }
}
