import { startWorker } from './start-worker.ts'

/** A thread that runs thread-worker. */
export interface CrewThread {
  worker: ReturnType<typeof startWorker>
  /** Called when the thread ends by an error. */
  onFailure(): void
}

/** Threads that wait for a pool, and how many may. */
const waiting: CrewThread[] = []
let most = 0

/**
 * Starts threads ahead of the fits and explanations to come, and keeps them for the next when one is over: each else starts its own. They do not keep the process alive. With 0 those that wait are ended.
 *
 *     keepThreads(os.availableParallelism() - 1)
 */
export function reserveThreads(count: number): void {
  most = count
  while (waiting.length < most) waiting.push(startThread())
  for (const { worker } of waiting.splice(most)) worker.terminate()
}

/** A thread that waits, or else a new one. Throws where the host has no threads. */
export function takeThread(onFailure: () => void): CrewThread {
  const thread = waiting.pop() ?? startThread()
  thread.onFailure = onFailure
  return thread
}

/** A pool has done with a thread, which is about to leave its board. */
export function giveThreadBack(thread: CrewThread): void {
  if (waiting.length >= most) thread.worker.terminate()
  else waiting.push(thread)
}

function startThread(): CrewThread {
  const worker = startWorker(() => {
    const place = waiting.indexOf(thread)
    if (place >= 0) waiting.splice(place, 1)
    thread.onFailure()
  })
  const thread: CrewThread = { worker, onFailure: () => undefined }
  return thread
}
