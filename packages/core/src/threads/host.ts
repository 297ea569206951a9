/** What is used of a worker of Node and of a browser. */
interface HostWorker {
  postMessage(message: unknown): void
  terminate(): unknown
}

interface NodeThreads {
  Worker: new (url: URL) => HostWorker & { on(event: string, listener: () => void): void; unref(): void }
  parentPort: { on(event: 'message', listener: (message: unknown) => void): void } | null
}

/** Node's own modules without importing them: the core also runs in browsers. */
function nodeModule<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.(name) as T | undefined
}

/** Threads that the machine can run side by side; 1 where that is not known. */
export function availableThreads(): number {
  const os = nodeModule<{ availableParallelism(): number }>('node:os')
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } }
  return os?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 1
}

/** Starts crew-worker in a thread of its own; `onFailure` is called when it ends by an error. Throws where the host has no threads. */
export function startWorker(onFailure: () => void): HostWorker {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (node) {
    const worker = new node.Worker(new URL('./crew-worker.js', import.meta.url))
    worker.on('error', onFailure)
    worker.unref()
    return worker
  }
  const worker = new Worker(new URL('./crew-worker.js', import.meta.url), { type: 'module' })
  worker.onerror = onFailure
  return worker
}

/** Inside a worker: calls `listener` with every message. */
export function onMessage(listener: (message: unknown) => void): void {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (node) node.parentPort?.on('message', listener)
  else (globalThis as unknown as { onmessage: unknown }).onmessage = (event: { data: unknown }) => listener(event.data)
}
