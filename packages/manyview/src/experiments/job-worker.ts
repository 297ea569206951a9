import { InputError, type Progress } from '@manyview/core'
import type { FitOutcome, Job } from './job.ts'
import { runJob } from './run-job.ts'

/** What a worker is asked, once. */
export interface WorkerRequest {
  job: Job
  memoryLimit: number
}

/** What it says. */
export type WorkerMessage =
  | { kind: 'progress'; progress: Progress; fitsDone: number }
  | { kind: 'outcome'; outcome: FitOutcome }
  | { kind: 'done'; peakMemory: number }
  | { kind: 'error'; code: string | null; message: string; bytes: number | null }

/** Milliseconds between two reports. */
const pause = 200

/** The program of a child process that does one job: peak memory is then that of the job, and a crash ends the job alone. */
function serve(): void {
  // Ctrl-C reaches the whole group of processes; the parent decides, and ends the child by closing the channel.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(1))
  process.once('message', (request: WorkerRequest) => void answer(request))
}

async function answer({ job, memoryLimit }: WorkerRequest): Promise<void> {
  let reported = 0
  try {
    await runJob(job, {
      memoryLimit,
      onProgress: (progress, fitsDone) => {
        if (performance.now() - reported < pause) return
        reported = performance.now()
        say({ kind: 'progress', progress, fitsDone })
      },
      onOutcome: (outcome) => say({ kind: 'outcome', outcome }),
    })
    say({ kind: 'done', peakMemory: process.resourceUsage().maxRSS * 1024 }, true)
  } catch (error) {
    const isInputError = error instanceof InputError
    const tooLarge = error instanceof RangeError && /allocation|array length|buffer/i.test(error.message)
    const bytes = isInputError && typeof error.details.bytes === 'number' ? error.details.bytes : null
    const code = isInputError ? error.code : tooLarge ? 'out-of-memory' : null
    say({ kind: 'error', code, message: isInputError ? error.message : unforeseen(error), bytes }, true)
  }
}

function unforeseen(error: unknown): string {
  const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error)]
  if (process.env.MANYVIEW_DEBUG && stack) return `unexpected problem: ${stack.replace(/\s*\n\s*/g, ' ')}`
  return `unexpected problem: ${message} (MANYVIEW_DEBUG=1 shows where)`
}

function say(message: WorkerMessage, last = false): void {
  process.send!(message, () => {
    if (last) process.disconnect()
  })
}

if (process.send) serve()
