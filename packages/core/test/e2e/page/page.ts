// The main thread of a page: the test calls what it finds here.
import { started } from './count-workers.ts'
import { fits } from './fits.ts'

const run = async (threads: number) => ({ found: await fits(threads), started: started.count })

export type Run = typeof run
Object.assign(globalThis, { run })
