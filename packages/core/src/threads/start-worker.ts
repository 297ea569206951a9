import { nodeModule } from './host.ts'

/** What is used of a worker of Node and of a browser. */
interface HostWorker {
  postMessage(message: unknown): void
  terminate(): unknown
}

/** A worker of Node. */
export interface NodeWorker extends HostWorker {
  on(event: 'message' | 'error', listener: (value: unknown) => void): void
  unref(): void
}

interface NodeThreads {
  Worker: new (url: URL) => NodeWorker
}

/** Starts crew-worker in a thread of its own; `onFailure` is called when it ends by an error. Throws where the host has no threads. */
export function startWorker(onFailure: () => void): HostWorker {
  const thread = startNodeWorker('crew-worker')
  if (thread) {
    thread.on('error', onFailure)
    return thread
  }
  const worker = new Worker(new URL('./crew-worker.js', import.meta.url), { type: 'module' })
  worker.onerror = onFailure
  return worker
}

/** Starts a program of this folder in a thread of Node, which does not keep the process alive; null where the host is not Node. */
export function startNodeWorker(program: 'crew-worker' | 'grid-worker'): NodeWorker | null {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (!node) return null
  // Not written out in the call, so that bundlers for browsers leave Node's part alone.
  const file = `./${program}.js`
  const worker = new node.Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}

/** True where `startNodeWorker` starts threads. */
export function hasNodeThreads(): boolean {
  return nodeModule('node:worker_threads') !== undefined
}
