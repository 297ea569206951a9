// One rank of `onRanks`, which puts the module to run in the place of 'module-of-ranks'.
import { parentPort, workerData } from 'node:worker_threads'
// @ts-expect-error: it is there only once it is bundled.
import { run } from 'module-of-ranks'
import { ThreadCommunicator } from './thread-communicator.ts'

parentPort!.postMessage(await run(new ThreadCommunicator(workerData), workerData.given))
