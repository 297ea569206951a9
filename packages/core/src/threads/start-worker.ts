import { nodeModule } from './host.ts'

/** What is used of a worker of Node and of a browser. */
interface HostWorker {
  postMessage(message: unknown): void
  terminate(): unknown
}

interface NodeThreads {
  Worker: new (url: URL) => HostWorker & { on(event: string, listener: () => void): void; unref(): void }
}

/** Starts crew-worker in a thread of its own; `onFailure` is called when it ends by an error. Throws where the host has no threads. */
export function startWorker(onFailure: () => void): HostWorker {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (node) {
    // Not written out in the call, so that bundlers for browsers leave Node's part alone.
    const program = './crew-worker.js'
    const worker = new node.Worker(new URL(program, import.meta.url))
    worker.on('error', onFailure)
    worker.unref()
    return worker
  }
  const worker = new Worker(new URL('./crew-worker.js', import.meta.url), { type: 'module' })
  worker.onerror = onFailure
  return worker
}
