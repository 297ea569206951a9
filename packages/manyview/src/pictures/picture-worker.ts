import { parentPort } from 'node:worker_threads'
import { describeFile } from '@manyview/formats/things'

/** What a thread answers: the description of the picture it was sent, or what is wrong with it. */
export type PictureAnswer = { description: Float32Array } | { reason: string }

// The program of a thread: one picture after the other.
parentPort?.on('message', async (bytes: Uint8Array) => {
  const answer: PictureAnswer = await describeFile(bytes).then(
    (description) => ({ description }),
    (error: Error) => ({ reason: error.message }),
  )
  parentPort?.postMessage(answer)
})
