// One rank of `onRanks`, which puts the module to run in the place of 'module-of-ranks'.
import './same-mutation.ts'
import { parentPort, workerData } from 'node:worker_threads'
// @ts-expect-error: it is there only once it is bundled.
import { run } from 'module-of-ranks'
import { seenMutations } from './mutation-in-threads.ts'
import { ThreadRanks } from './ranks-by-threads.ts'

const result = await run(new ThreadRanks(workerData), workerData.given)
parentPort!.postMessage({ result, seen: seenMutations() })
