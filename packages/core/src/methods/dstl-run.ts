import type { PreparedRows } from '../data/prepare-views.ts'
import type { Progress } from '../progress.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { refuseOnDevice } from './dstl-device.ts'
import { fitDstl } from './dstl-fit.ts'
import { dstlInGraph } from './dstl-graph.ts'
import { chooseLambdas } from './dstl-lambdas.ts'
import { unitViews } from './dstl-unit-views.ts'
import type { MethodResult, Task } from './method.ts'
import { refuseTinyViews } from './refuse-tiny-views.ts'
import { requireDstlMemory } from './require-dstl-memory.ts'

/** One run of DSTL: with the λ that are given, or with those that it chooses. */
export function* runDstl(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { device } = task.kernels
  if (device) refuseOnDevice(input, task)
  if (task.options.transform === 'graph') return yield* dstlInGraph(input, task)
  if (!device) requireDstlMemory(input, task)
  yield* refuseTinyViews(input, task.communicator ?? oneProcess)
  const views = device ? null : unitViews(input, task)
  const chosen = yield* chooseLambdas(input, task, views)
  if (!chosen) return yield* fitDstl(input, task, views)
  const options = { ...task.options, ...chosen.options }
  return { ...(yield* fitDstl(input, { ...task, options }, views)), chosen }
}
