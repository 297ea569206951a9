import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { Random } from '../random/random.ts'
import { fastSeeding } from './fast-seeding.ts'
import { type KmeansOptions, type KmeansResult, type KmeansTask, kmeansTask, unscaled } from './kmeans-options.ts'
import { kmeansStarts } from './kmeans-starts.ts'
import { lloyd } from './lloyd.ts'

/**
 * Clusters the rows of `points` (n×d) by k-means: the best of `restarts` starts and the given `starts` by squared error (ties: the first).
 * Nearest centres tie to the lowest index; an empty cluster gets the sample farthest from its centre, so that clusters stay empty only
 * if there are fewer distinct samples than clusters. O(n·k·d) a step at most; later steps pass over most centres. Same bytes as `kmeansReference`.
 */
export function kmeans(kernels: Kernels, points: Matrix, options: KmeansOptions): KmeansResult {
  const steps = kmeansSteps(kernels, points, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** `kmeans` step by step, so that long runs can be followed and stopped: yields the number of starts done so far after every step. */
export function* kmeansSteps(
  kernels: Kernels,
  points: Matrix,
  options: KmeansOptions,
): Generator<number, KmeansResult> {
  const task = kmeansTask(points, options)
  const base = new Random(task.random.integer())
  const mark = kernels.mark()
  try {
    const block = kernels.copyIn(task.points.data)
    const inner = kernels.mark()
    let best: KmeansResult | undefined
    for (let run = 0; run < task.restarts + task.starts.length; run++) {
      const start = task.starts[run - task.restarts]?.data ?? drawStart(kernels, block, task, base.split(run))
      kernels.release(inner)
      yield run
      const steps = lloyd(kernels, block, task.points, start, task.maxIterations)
      let step = steps.next()
      for (; !step.done; step = steps.next()) yield run
      kernels.release(inner)
      if (!best || step.value.squaredError < best.squaredError) best = step.value
    }
    return unscaled(best!, task.scale)
  } finally {
    kernels.release(mark)
  }
}

/** Start centres, clusters × features. */
function drawStart(kernels: Kernels, block: Block, { points, clusters, start }: KmeansTask, random: Random) {
  const chosen = kmeansStarts(points.rows, clusters, start, random, () => fastSeeding(kernels, block, points, clusters))
  const centres = new Float64Array(clusters * points.columns)
  chosen.forEach((i, c) => {
    centres.set(points.data.subarray(i * points.columns, (i + 1) * points.columns), c * points.columns)
  })
  return centres
}
