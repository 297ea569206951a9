import { type Remote, wrap } from 'comlink'
import type { Solver } from '../worker/solver.ts'

/** Milliseconds that a cancelled step may take before the worker is replaced. */
const patience = 700

let worker: Worker | null = null
let remote: Remote<Solver> | null = null
/** True once the worker holds the data that is open. */
let holdsData = false
let failWaiting: ((reason: unknown) => void) | null = null

/** The solver in its worker, started when first asked for. */
export function solver(): Remote<Solver> {
  if (remote) return remote
  worker = new Worker(new URL('../worker/solver-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    replaceWorker(new Error(event.message || 'the worker could not be started'))
  })
  remote = wrap<Solver>(worker)
  return remote
}

/** Waits for an answer of the worker, or for its end. */
export function answer<T>(promise: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    failWaiting = reject
  })
  ended.catch(() => undefined)
  return Promise.race([promise, ended])
}

/** Asks the worker to stop; one that does not within `patience` is replaced, and what waits for it fails with an AbortError. */
export async function stopSolver(running: Promise<unknown>): Promise<void> {
  void solver().cancel()
  const late = Symbol('late')
  const first = await Promise.race([
    running.catch(() => undefined),
    new Promise((resolve) => setTimeout(() => resolve(late), patience)),
  ])
  if (first === late) replaceWorker(new DOMException('Cancelled', 'AbortError'))
}

/** Ends the worker; the next call starts a fresh one, which has no data. */
export function replaceWorker(reason: unknown): void {
  worker?.terminate()
  worker = null
  remote = null
  holdsData = false
  failWaiting?.(reason)
  failWaiting = null
}

export function markData(held: boolean): void {
  holdsData = held
}

export function workerHoldsData(): boolean {
  return holdsData
}
