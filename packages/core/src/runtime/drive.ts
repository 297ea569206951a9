import type { Progress } from './progress.ts'

/** What is read of an `AbortSignal`; named so that the types need no types of a browser or of Node. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason?: unknown
}

/** Something that works beside the fit: what the fit waits for is `pending`. */
export interface Waiting {
  readonly pending: Promise<unknown> | null
}

/** How long work is watched and stopped. */
export interface PaceOptions {
  /** Stops the work at its next progress: the promise rejects with the signal's reason. */
  signal?: StopSignal
  /** Called after every iteration or part of the work. */
  onProgress?: (progress: Progress) => void
}

/** Milliseconds of work after which timers, signals and the page get a turn. */
const TURN = 30

/** Comes back after the others had their turn. Node's timers would sleep for a millisecond each time. */
function letOthersRun(resolve: () => void): void {
  const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (callback: () => void) => unknown }
  soon(resolve)
}

/**
 * Runs a generator of progress to its end: reports, stops when asked to, and lets the event loop breathe. However it ends (a signal, an error of `onProgress`, a loop over it that
 * breaks), the generator is closed and its `finally` blocks run. After each step it waits for what works `beside` it.
 */
export async function* drive<T>(
  run: Generator<Progress, T>,
  options: PaceOptions,
  beside?: Waiting,
): AsyncGenerator<Progress, T> {
  const { signal, onProgress } = options
  let rested = performance.now()
  try {
    for (;;) {
      if (signal?.aborted) throw signal.reason
      const step = run.next()
      if (step.done) return step.value
      onProgress?.(step.value)
      yield step.value
      if (beside?.pending) await beside.pending
      if (performance.now() - rested > TURN) {
        await new Promise<void>(letOthersRun)
        rested = performance.now()
      }
    }
  } finally {
    run.return(undefined as T)
  }
}

/** What the generator returns in the end. */
export async function complete<T>(run: AsyncGenerator<Progress, T>): Promise<T> {
  for (;;) {
    const step = await run.next()
    if (step.done) return step.value
  }
}
