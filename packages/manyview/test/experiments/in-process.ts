import { InputError } from '@manyview/core'
import type { Job, JobResult } from '../../src/experiments/job.ts'
import type { RunAllOptions } from '../../src/experiments/run-all.ts'
import { runJob } from '../../src/experiments/run-job.ts'

/** Does a job here instead of in a child process. */
export async function runHere(job: Job): Promise<JobResult> {
  try {
    return { status: 'done', outcomes: await runJob(job), peakMemory: 1e6 }
  } catch (error) {
    const [message, code] = error instanceof InputError ? [error.message, error.code] : [String(error), null]
    return { status: 'failed', message, code }
  }
}

export const here: RunAllOptions = { threads: 2, memoryLimit: 1e9, timeLimit: 60, run: runHere }

/** Sixty samples in three clusters and two views, drawn the same on every call. */
export const small = { kind: 'generated' as const, samples: 60, features: [40, 30], clusters: 3 }
export const smallTruth = Array.from({ length: 60 }, (_, i) => Math.floor(i / 20))
