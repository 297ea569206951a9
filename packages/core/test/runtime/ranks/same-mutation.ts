import { workerData } from 'node:worker_threads'
import { tryMutation } from './mutation-in-threads.ts'

// A module of its own, so that it runs before those that are imported after it.
tryMutation(workerData.mutation)
