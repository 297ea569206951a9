import type { Method } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import { areBlocked, matrix, multiplyFast } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { byteSize, duration } from '@manyview/core/words'
import { findMethod } from '@manyview/rivals'
import type { Run } from '../run/run-clustering.ts'
import type { Screen } from '../screen/screen.ts'

/** Below this many samples a fit is over soon enough. */
const WORTH_A_WORD = 50_000
/** Side of the square matrices whose product tells how fast the machine is just now, and what that takes on a 2.5 GHz core. */
const SIDE = 512
const USUAL_SECONDS = 0.024
/** What threads gain: some parts have one only. */
const SHARED = 0.8

/** Says in one line what a long fit should take, where the method has a formula: `about 12 min and 5.1 GB`. */
export async function printEstimate(run: Run, threads: number, screen: Screen): Promise<void> {
  const views = Object.values(run.views)
  if (views[0].samples <= WORTH_A_WORD || typeof run.clusters !== 'number') return
  const estimate = estimateOf(findMethod(run.method), run)
  if (!estimate) return
  const seconds = estimate.seconds * (await slowness()) * (1 - SHARED + SHARED / threads)
  screen.line(
    `  estimate  about ${duration(roughly(seconds))} and ${byteSize(estimate.bytes)}${areBlocked(run.views) ? '' : ' beside the views'}`,
  )
}

function estimateOf(method: Method, { views, clusters, options }: Run) {
  const samples = Object.values(views)[0].samples
  const features = Object.values(views).map(width)
  return method.estimate?.({ samples, features, clusters: clusters as number, options, streamed: areBlocked(views) })
}

/** Features, or what the stored entries of a sparse view come to. */
function width(view: ShapedView): number {
  return 'pointers' in view ? Math.ceil((1.5 * view.values.length) / view.samples) : view.features
}

/** How much longer than usual a product takes now. */
async function slowness(): Promise<number> {
  const kernels = await Kernels.load()
  const square = matrix(SIDE, SIDE, new Float64Array(SIDE * SIDE).fill(1))
  let least = Infinity
  for (let turn = 0; turn < 3; turn++) {
    const started = performance.now()
    multiplyFast(kernels, square, square)
    least = Math.min(least, (performance.now() - started) / 1000)
  }
  return least / USUAL_SECONDS
}

/** Whole minutes beyond two, else tens of seconds. */
function roughly(seconds: number): number {
  const step = seconds > 120 ? 60 : 10
  return Math.ceil(seconds / step) * step
}
