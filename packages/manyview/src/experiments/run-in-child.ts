import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Progress } from '@manyview/core'
import type { FitOutcome, Job, JobResult } from './job.ts'
import type { WorkerMessage } from './job-worker.ts'
import { Pace } from './pace.ts'

/** Limits of a job, and how it is watched. */
export interface ChildOptions {
  /** Most bytes that a fit may take for its own matrices. */
  memoryLimit: number
  /** Most seconds for the job. */
  timeLimit: number
  signal?: AbortSignal
  onProgress?: (progress: Progress, fitsDone: number) => void
}

/** Share of the time limit after which a job may be given up by the pace of its iterations. */
const earlyShare = 0.1
/** How many times too long it must look by then: methods that converge do so long before their largest number of iterations, the others do them all. */
const earlyFactor = { bound: 12, exact: 1.5 }

/**
 * Does a job in a process of its own and says how it ended; only an abort rejects. A job past its time is stopped, and so is one that has used a tenth of it
 * and, at the pace of its iterations, could take more than twelve times the limit, or will take more than one and a half times it where the number of
 * iterations is fixed.
 */
export function runInChild(job: Job, options: ChildOptions): Promise<JobResult> {
  const { memoryLimit, timeLimit, signal, onProgress } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const child = fork(fileURLToPath(new URL('./job-worker.js', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const began = performance.now()
    const outcomes: FitOutcome[] = []
    let complaint = ''
    let ended = false
    const pace = new Pace(job.settings.length)
    const end = (settle: () => void) => {
      if (ended) return
      ended = true
      clearInterval(clock)
      signal?.removeEventListener('abort', abort)
      child.kill('SIGKILL')
      settle()
    }
    const elapsed = () => (performance.now() - began) / 1000
    const clock = setInterval(() => {
      const factor = pace.exact ? earlyFactor.exact : earlyFactor.bound
      const hopeless = elapsed() > earlyShare * timeLimit && pace.estimate > factor * timeLimit
      if (elapsed() > timeLimit || hopeless)
        end(() => resolve({ status: 'too long', estimate: Math.max(pace.estimate, elapsed()), timeLimit, outcomes }))
    }, 200)
    const abort = () => end(() => reject(signal!.reason))
    signal?.addEventListener('abort', abort, { once: true })
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4000)
    })
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') {
        const { progress, fitsDone } = message
        pace.step(elapsed(), progress, fitsDone)
        onProgress?.(progress, fitsDone)
      } else if (message.kind === 'outcome') outcomes.push(message.outcome)
      else if (message.kind === 'done') end(() => resolve({ status: 'done', outcomes, peakMemory: message.peakMemory }))
      else if (message.code === 'out-of-memory')
        end(() => resolve({ status: 'out of memory', message: message.message, bytes: message.bytes, memoryLimit }))
      else end(() => resolve({ status: 'failed', message: message.message, code: message.code }))
    })
    child.on('error', ({ message }) =>
      end(() => resolve({ status: 'failed', message: `its process cannot be reached (${message})`, code: null })),
    )
    // The last message can arrive after the end of the process: only when the channel is closed, too, is it known that none will.
    const exited = new Promise<[number | null, NodeJS.Signals | null]>((done) => {
      child.on('exit', (code, killedBy) => done([code, killedBy]))
    })
    const closed = new Promise<void>((done) => {
      child.on('disconnect', done)
    })
    void Promise.all([exited, closed]).then(([[code, killedBy]]) =>
      end(() => resolve(crash(code, killedBy, complaint, memoryLimit))),
    )
    child.send({ job, memoryLimit })
  })
}

function crash(code: number | null, killedBy: string | null, complaint: string, memoryLimit: number): JobResult {
  if (/out of memory|allocation failed/i.test(complaint) || killedBy === 'SIGKILL')
    return { status: 'out of memory', message: 'the process ran out of memory', bytes: null, memoryLimit }
  const said = complaint.split('\n').find((line) => line.trim() !== '')
  return {
    status: 'failed',
    code: null,
    message: `the process ended (${killedBy ?? `status ${code}`})${said ? `: ${said.trim()}` : ''}`,
  }
}
