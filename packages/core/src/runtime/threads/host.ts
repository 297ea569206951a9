interface NodeThreads {
  parentPort: { on(event: 'message', listener: (message: unknown) => void): void } | null
}

/** Node's own modules without importing them: the core also runs in browsers. */
export function nodeModule<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.(name) as T | undefined
}

/** Threads that the machine can run side by side; 1 where that is not known. */
export function availableThreads(): number {
  const os = nodeModule<{ availableParallelism(): number }>('node:os')
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } }
  return os?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 1
}

/** Inside a worker: calls `listener` with every message. */
export function onMessage(listener: (message: unknown) => void): void {
  const node = nodeModule<NodeThreads>('node:worker_threads')
  if (node) node.parentPort?.on('message', listener)
  else (globalThis as unknown as { onmessage: unknown }).onmessage = (event: { data: unknown }) => listener(event.data)
}
