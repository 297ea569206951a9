import type { MethodResult, Task } from '../methods/method.ts'
import { refuseTinyViews } from '../methods/refuse-views.ts'
import type { Progress } from '../runtime/progress.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { fitDstl } from './fit.ts'
import { dstlInGraph } from './graph-variant.ts'
import { chooseLambdas } from './lambdas.ts'
import { requireDstlMemory } from './require-memory.ts'
import { unitViews } from './unit-views.ts'

/** One run of DSTL: with the λ that are given, or with those that it chooses. */
export function* runDstl(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  if (task.options.transform === 'graph') return yield* dstlInGraph(input, task)
  requireDstlMemory(input, task)
  yield* refuseTinyViews(input, task.ranks)
  const views = unitViews(input, task)
  try {
    const chosen = yield* chooseLambdas(input, task, views)
    if (!chosen) return yield* fitDstl(input, task, views)
    const options = { ...task.options, ...chosen.options }
    return { ...(yield* fitDstl(input, { ...task, options }, views)), chosen }
  } finally {
    for (const x of views.X) if ('remove' in x) x.remove()
  }
}
