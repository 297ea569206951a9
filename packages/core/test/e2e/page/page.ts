// The main thread of a page: the test calls what it finds here.
import { started } from './count-workers.ts'
import { fits } from './fits.ts'

const run = async (threads: number) => ({ found: await fits(threads), started: started.count })

/** A worker as the documentation of vite names it, so that vite bundles it by itself. */
const startWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

export type Run = typeof run
export type StartWorker = typeof startWorker
Object.assign(globalThis, { run, startWorker })
