import type { Progress } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import { type Job, job } from './session.ts'

/** Shows how far a piece of work is, while it is the one that runs. */
export function progressOf(kind: Job['kind']): (progress: Progress) => void {
  return ({ stage, iteration, total }) => {
    if (job.value?.kind !== kind) return
    const step = `${stage}, ${grouped(iteration)} of ${grouped(total)}`
    job.value = { ...job.value, step, fraction: iteration / Math.max(total, 1) }
  }
}
