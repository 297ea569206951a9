import { nodeModule } from './host.ts'

/** A worker of Node. */
export interface NodeWorker {
  postMessage(message: unknown): void
  terminate(): unknown
  on(event: 'message' | 'error', listener: (value: unknown) => void): void
  unref(): void
}

interface NodeThreads {
  Worker: new (url: URL) => NodeWorker
}

/** Starts a program of this folder in a thread of Node, which does not keep the process alive; null where the host is not Node. */
export function startNodeWorker(program: 'thread-worker'): NodeWorker | null {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (!node) return null
  // Not written out in the call, so that bundlers for browsers leave Node's part alone.
  const file = `./${program}.js`
  const worker = new node.Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}
