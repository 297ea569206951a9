import { startWorker } from './start-worker.ts'

/** Threads that work beside the one that runs the fit. Results never depend on how many there are, or on whether they started at all. */
export class Crew {
  /** True once one of the threads ended by an error: what it had taken on must be done again. */
  failed = false
  private readonly workers: ReturnType<typeof startWorker>[] = []

  private constructor(helpers: number) {
    for (let i = 0; i < helpers; i++)
      this.workers.push(
        startWorker(() => {
          this.failed = true
        }),
      )
  }

  /** A crew of `threads` with the caller; null for one thread, and where the host has no threads or no shared memory. */
  static start(threads: number): Crew | null {
    if (threads < 2 || typeof SharedArrayBuffer === 'undefined') return null
    try {
      return new Crew(threads - 1)
    } catch {
      return null
    }
  }

  /** Sends every thread the same message. */
  post(message: unknown): void {
    for (const worker of this.workers) worker.postMessage(message)
  }

  /** Ends the threads, whatever they are doing. */
  stop(): void {
    for (const worker of this.workers) worker.terminate()
  }
}
