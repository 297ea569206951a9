import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { mapProgress, runToEnd } from '../../runtime/steps.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { takeRows } from '../linalg/take-rows.ts'
import type { Random } from '../random/random.ts'
import { betterStart, type StartsDone } from './best-start.ts'
import { type KmeansOptions, type KmeansResult, type KmeansTask, kmeansTask, unscaled } from './kmeans-options.ts'
import { startDraws } from './kmeans-starts.ts'

/** Doubles that starts which run side by side may always take: 64 MB. */
const ROOM = 8_000_000

/**
 * Clusters the rows of `points` (n×d) by k-means: returns the best of `restarts` drawn starts and of `starts` by squared error (ties: the first).
 * Nearest centres tie to the lowest index; an empty cluster gets the sample farthest from its centre, so that clusters stay empty only
 * if there are fewer distinct samples than clusters. O(n·k·d) per step at most; later steps skip most centres. The bytes are those of `kmeansReference`.
 */
export function kmeans(kernels: Kernels, points: Matrix, options: KmeansOptions): KmeansResult {
  return runToEnd(kmeansSteps(kernels, points, options))
}

/** Runs `kmeans` step by step, so that long runs can be followed and stopped. */
export function* kmeansSteps(
  kernels: Kernels,
  points: Matrix,
  options: KmeansOptions,
): Generator<StartsDone<KmeansResult>, KmeansResult> {
  const task = kmeansTask(points, options)
  const total = task.restarts + task.starts.length
  const mark = kernels.mark()
  try {
    const block = kernels.copyIn(task.points.data)
    const inner = kernels.mark()
    const together = startsTogether(kernels, task)
    let best: KmeansResult | undefined
    for (let first = 0; first < total; first += together) {
      const last = Math.min(first + together, total)
      const drawnStarts = drawStarts(kernels, block, task, task.randoms.slice(first, last))
      const fixedStarts = task.starts.slice(Math.max(0, first - task.restarts), Math.max(0, last - task.restarts))
      const starts = [...drawnStarts, ...fixedStarts.map(({ data }) => kernels.copyIn(data))]
      yield { starts: first, best }
      const running = lloyd(kernels, block, task.points, starts, task.maxIterations)
      const results = yield* mapProgress(running, (count) => ({ starts: first + count, best }))
      for (const result of results) best = betterStart(best, result)
      kernels.release(inner)
      yield { starts: last, best }
    }
    return unscaled(best!, task.scale)
  } finally {
    kernels.release(mark)
  }
}

/** Counts the starts that run side by side: as many as take no more memory than the points do, or ROOM. */
function startsTogether(kernels: Kernels, { points: { rows, columns, data }, clusters }: KmeansTask): number {
  return Math.max(1, Math.floor(Math.max(data.length, ROOM) / kernels.call.lloydRoom(rows, columns, clusters)))
}

/** Draws start centres, clusters × features each. */
function drawStarts(
  kernels: Kernels,
  block: Block,
  { points, clusters, start }: KmeansTask,
  randoms: readonly Random[],
): Block[] {
  const { rows, columns } = points
  if (start === 'random')
    return randoms.map((random) =>
      kernels.copyIn(takeRows(points, random.permutation(rows).subarray(0, clusters)).data),
    )
  const centres = randoms.map(() => kernels.allocate(clusters * columns))
  const calls = randoms.map((random, r): KernelCall<'drawCentres'> => {
    const { trials, draws } = startDraws(clusters, start, random)
    const uniforms = kernels.copyIn(draws)
    return [block.pointer, rows, columns, clusters, trials, uniforms.pointer, centres[r].pointer]
  })
  kernels.share('drawCentres', calls, kernels.call.roughRoom(rows, columns, clusters, rows))
  return centres
}

/** Most multiplications per call, some tenths of a second: a fit can be stopped after each call. */
const WORK = 5e8

/**
 * Takes Lloyd's steps from each of several starts (clusters × features, overwritten by the means): assign, repair empty clusters, move each centre to the mean of its points (n×d, also in `block`),
 * until the labels stay or `maxIterations` steps are done. Threads share the starts. Yields how many are done. O(n·k·d) per step. It allocates and leaves the release to the caller.
 */
export function* lloyd(
  kernels: Kernels,
  block: Block,
  { rows, columns }: Matrix,
  starts: readonly Block[],
  maxIterations: number,
  work = WORK,
): Generator<number, KmeansResult[]> {
  const clusters = starts[0].length / columns
  const steps = Math.max(1, Math.floor(work / (rows * columns * clusters)))
  const size = [rows, columns, clusters] as const
  const runs = starts.map((centres) => {
    const labels = kernels.allocate(Math.ceil(rows / 2))
    const state = kernels.allocate(kernels.call.lloydRoom(...size))
    state.f64.fill(0)
    return { centres, labels, state, squaredError: -1 }
  })
  for (let open = runs; open.length > 0; open = open.filter(({ squaredError }) => squaredError < 0)) {
    const calls = open.map(({ centres, labels, state }): KernelCall<'lloydSteps'> => {
      const places = [labels.pointer, centres.pointer, state.pointer] as const
      return [block.pointer, ...size, steps, maxIterations, ...places]
    })
    const finishedRuns = runs.length - open.length
    const errors = yield* mapProgress(kernels.shareInSteps('lloydSteps', calls), () => finishedRuns)
    open.forEach((run, r) => {
      run.squaredError = errors[r]
    })
  }
  return runs.map(({ centres, labels, state, squaredError }) => ({
    labels: labels.i32.slice(0, rows),
    centres: matrix(clusters, columns, centres.f64.slice()),
    squaredError,
    iterations: state.f64[0],
    converged: state.f64[1] === 1,
  }))
}
