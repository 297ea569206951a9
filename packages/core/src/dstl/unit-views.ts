import type { Task } from '../methods/method.ts'
import { hasSparseRows, isBlocked } from '../numerics/linalg/rows.ts'
import { paddedToFour } from '../runtime/kernels/pack-matrix.ts'
import { StreamedMatrix } from '../runtime/kernels/streamed-matrix.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { type ResidentViews, residentViews } from './iterations.ts'
import type { ResidentView } from './variables.ts'

/** Views of more bytes together than this get a memory each: one holds 4 GiB at most, and the variables need one too. */
const TOGETHER = 1_073_741_824
/** Multiplications an iteration from which threads pay for their start and their meetings. */
const WORTH_THREADS = 3e6

/**
 * The views as DSTL wants them, samples of unit length: in the kernels' memory, or, where they are read in blocks, brought to unit length whenever they are read, twice per iteration.
 * What fits of the same samples have in common, whatever their settings.
 */
export function unitViews({ samples, views }: PreparedRows, task: Task): ResidentViews {
  const { kernels, precision, scratch } = task
  const features = views.reduce((total, { data }) => total + ('data' in data ? data.columns : 0), 0)
  const apart = 8 * samples * features > TOGETHER
  const parts = views.map(({ data }) => {
    if (!isBlocked(data)) {
      const part = residentViews(apart ? kernels.another() : kernels, [data], precision)
      // Threads start while the next view is packed.
      startCrew(task, part.X)
      return part
    }
    const room = hasSparseRows(data) ? null : scratch?.room(paddedToFour(data.rows), paddedToFour(data.columns))
    const x = new StreamedMatrix(kernels, data, true, room)
    return {
      X: [x],
      get squaredNorm() {
        return x.squaredNorm
      },
    }
  })
  return {
    X: parts.flatMap(({ X }) => X),
    get squaredNorm() {
      return parts.reduce((total, part) => total + part.squaredNorm, 0)
    },
    absent: views.map(({ present }) => present && Uint32Array.from(present.keys()).filter((i) => present[i] === 0)),
  }
}

/** The latent dimension of a fit. */
export function latentOf({ options, clusters }: Task): number {
  return (options.latentDimension as number | null) ?? clusters
}

/** Starts the threads of the task if they pay for these views. */
export function startCrew(task: Task, X: readonly ResidentView[]): void {
  const latent = latentOf(task)
  const work = X.reduce((total, x) => total + 2 * x.entries * latent + 20 * x.rows * latent, 0)
  if (work > WORTH_THREADS) task.crew?.()
}
