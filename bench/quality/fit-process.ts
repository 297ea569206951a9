// A process that clusters what its parent names, one task after the other.

import type { Task } from './rows.ts'
import { runTask } from './run-task.ts'
import type { Answer } from './run-tasks.ts'

const send = (answer: Answer) => process.send!(answer)

// Fits of measurements, of words and of few samples, so that compiling does not count as time of the first file.
for (const file of ['MSRC-v1', '3Sources', 'five blobs 1', 'small blobs 3x10 d=10 1'])
  await runTask({ file, seed: 0, shuffle: 1 }).catch(() => {})

process.on('message', async (task: Task) => {
  try {
    send({ row: await runTask(task) })
  } catch (error) {
    send({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
})
send({ ready: true })
