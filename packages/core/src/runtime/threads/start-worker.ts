import { startNodeWorker } from './start-node-worker.ts'

/** What is used of a worker of Node and of a browser. */
interface HostWorker {
  postMessage(message: unknown): void
  terminate(): unknown
}

/** Starts thread-worker in a thread of its own; `onFailure` is called when it ends by an error. Throws where the host has no threads. */
export function startWorker(onFailure: () => void): HostWorker {
  const thread = startNodeWorker('thread-worker')
  if (thread) {
    thread.on('error', onFailure)
    return thread
  }
  const worker = new Worker(new URL('./thread-worker.js', import.meta.url), { type: 'module' })
  worker.onerror = onFailure
  return worker
}
