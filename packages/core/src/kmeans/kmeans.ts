import { takeRows } from '../data/take-rows.ts'
import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { drain } from '../steps.ts'
import { bestStart, type StartsDone } from './best-start.ts'
import { BoundedAssignment } from './bounded-assignment.ts'
import { type KmeansOptions, type KmeansResult, type KmeansTask, kmeansTask, unscaled } from './kmeans-options.ts'
import { startDraws } from './kmeans-starts.ts'
import { lloyd } from './lloyd.ts'

/**
 * Clusters the rows of `points` (n×d) by k-means: the best of `restarts` starts and the given `starts` by squared error (ties: the first).
 * Nearest centres tie to the lowest index; an empty cluster gets the sample farthest from its centre, so that clusters stay empty only
 * if there are fewer distinct samples than clusters. O(n·k·d) a step at most; later steps pass over most centres. Same bytes as `kmeansReference`.
 */
export function kmeans(kernels: Kernels, points: Matrix, options: KmeansOptions): KmeansResult {
  return drain(kmeansSteps(kernels, points, options))
}

/** `kmeans` step by step, so that long runs can be followed and stopped. */
export function* kmeansSteps(
  kernels: Kernels,
  points: Matrix,
  options: KmeansOptions,
): Generator<StartsDone<KmeansResult>, KmeansResult> {
  const task = kmeansTask(points, options)
  const mark = kernels.mark()
  try {
    const block = kernels.copyIn(task.points.data)
    const inner = kernels.mark()
    const best = yield* bestStart(task.restarts + task.starts.length, function* (start) {
      const drawn = task.randoms[start]
      const centres = drawn ? drawStart(kernels, block, task, drawn) : task.starts[start - task.restarts].data
      kernels.release(inner)
      yield
      const { rows, columns } = task.points
      const assignment = new BoundedAssignment(kernels, block, rows, columns, centres)
      const found = yield* lloyd(kernels, block, task.points, assignment, task.maxIterations)
      kernels.release(inner)
      return found
    })
    return unscaled(best, task.scale)
  } finally {
    kernels.release(mark)
  }
}

/** Start centres, clusters × features. */
function drawStart(kernels: Kernels, block: Block, { points, clusters, start }: KmeansTask, random: Random) {
  const { rows, columns } = points
  if (start === 'random') return takeRows(points, random.permutation(rows).subarray(0, clusters)).data
  const { trials, draws } = startDraws(clusters, start, random)
  const drawn = kernels.copyIn(draws)
  const centres = kernels.allocate(clusters * columns)
  const scratch = kernels.allocate(kernels.call.roughRoom(rows, columns, clusters, rows))
  const from = [block.pointer, rows, columns] as const
  kernels.call.drawCentres(...from, clusters, trials, drawn.pointer, centres.pointer, scratch.pointer)
  return centres.f64.slice()
}
