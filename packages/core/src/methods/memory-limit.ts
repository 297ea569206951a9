import { InputError } from '../input-error.ts'
import type { Task } from './method.ts'

/** Refuses a fit that would need more than `task.memoryLimit` bytes, before anything is allocated; `what` names the large part, for example `three 5000×5000 graphs`. */
export function requireMemory(task: Pick<Task, 'memoryLimit'>, bytes: number, what: string): void {
  const { memoryLimit } = task
  if (memoryLimit === undefined || bytes <= memoryLimit) return
  throw new InputError(
    `${what} need ${mebibytes(bytes)} MiB but the limit is ${mebibytes(memoryLimit)} MiB, use fewer samples, another method or a higher limit`,
    { code: 'out-of-memory', argument: 'memory', details: { bytes, limit: memoryLimit } },
  )
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1048576)
}
