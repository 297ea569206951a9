import { startNodeWorker } from './start-node-worker.ts'

/** A thread that runs crew-worker. */
export interface CrewThread {
  postMessage(message: unknown): void
  terminate(): unknown
  /** Called when the thread ends by an error. */
  onFailure(): void
}

/** Threads that wait for a crew, and how many may. */
const waiting: CrewThread[] = []
let most = 0

/**
 * Starts threads ahead of the fits and explanations to come, and keeps them for the next when one is over: each else starts its own. They do not keep the process alive. With 0 those that wait are ended.
 *
 *     keepThreads(availableThreads() - 1)
 */
export function keepThreads(count: number): void {
  most = count
  while (waiting.length < most) waiting.push(startWorker())
  for (const thread of waiting.splice(most)) thread.terminate()
}

/** A thread that waits, or else a new one. Throws where the host has no threads. */
export function takeThread(onFailure: () => void): CrewThread {
  const thread = waiting.pop() ?? startWorker()
  thread.onFailure = onFailure
  return thread
}

/** The crew has done with a thread, which has left its board. */
export function giveThreadBack(thread: CrewThread): void {
  if (waiting.length >= most) thread.terminate()
  else waiting.push(thread)
}

function startWorker(): CrewThread {
  const worker = startNodeWorker('crew-worker') ?? startPageWorker()
  const thread: CrewThread = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    onFailure: () => undefined,
  }
  const fail = () => {
    const place = waiting.indexOf(thread)
    if (place >= 0) waiting.splice(place, 1)
    thread.onFailure()
  }
  if ('on' in worker) worker.on('error', fail)
  else worker.onerror = fail
  return thread
}

function startPageWorker(): Worker {
  return new Worker(new URL('./crew-worker.js', import.meta.url), { type: 'module' })
}
