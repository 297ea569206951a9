import type { MethodResult, Task } from '../methods/method.ts'
import { refuseTinyViews } from '../methods/refuse-views.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { grouped } from '../words/numbers.ts'
import { refuseOnDevice } from './device.ts'
import { fitDstl } from './fit.ts'
import { dstlInGraph } from './graph-variant.ts'
import { chooseLambdas } from './lambdas.ts'
import { requireDstlMemory } from './require-memory.ts'
import { unitViews } from './unit-views.ts'

/** One run of DSTL: with the λ that are given, or with those that it chooses. */
export function* runDstl(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { device } = task.kernels
  if (!device) return yield* fitWhole(input, task)
  refuseOnDevice(input, task)
  if (input.samples > device.many) return yield* fitWhole(input, task)
  // Where rows of the first Y are nearly even, what tells them apart lies in digits that single precision has not; few samples take the processor seconds.
  task.kernels.device = null
  const found = yield* fitWhole(input, task)
  const from = grouped(device.many + 1)
  const warning = `device: dstl uses ${device.name} from ${from} samples on; fewer take the processor seconds, and it has double precision`
  return { ...found, warnings: [...found.warnings, warning] }
}

function* fitWhole(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { device } = task.kernels
  if (task.options.transform === 'graph') return yield* dstlInGraph(input, task)
  if (!device) requireDstlMemory(input, task)
  yield* refuseTinyViews(input, task.ranks ?? singleProcess)
  const views = device ? null : unitViews(input, task)
  try {
    const chosen = yield* chooseLambdas(input, task, views)
    if (!chosen) return yield* fitDstl(input, task, views)
    const options = { ...task.options, ...chosen.options }
    return { ...(yield* fitDstl(input, { ...task, options }, views)), chosen }
  } finally {
    for (const x of views?.X ?? []) if ('remove' in x) x.remove()
  }
}
