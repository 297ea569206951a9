// Imported for its effect by programs that run sources under tsx: threads there know nothing of TypeScript, and would end before they begin.
import workerThreads from 'node:worker_threads'

const { Worker } = workerThreads

/** How many threads were started. */
export const started = { count: 0 }

class SourceWorker extends Worker {
  constructor(url: URL) {
    const program = JSON.stringify(url.href.replace(/\.js$/, '.ts'))
    super(`import('tsx/esm/api').then(({ register }) => { register(); return import(${program}) })`, { eval: true })
    started.count++
  }
}
workerThreads.Worker = SourceWorker as typeof Worker
