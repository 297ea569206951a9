// One rank of `onRanks`: TypeScript is loaded as it is.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { ThreadCommunicator } = await import('./thread-ranks.ts')
const { run } = await import(workerData.module)
parentPort.postMessage(await run(new ThreadCommunicator(workerData), workerData.given))
