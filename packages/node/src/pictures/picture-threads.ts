import { Worker } from 'node:worker_threads'
import { describeFile } from '@manyview/things'
import type { PictureAnswer } from './picture-worker.ts'

/** A thread that is at rest, or the promise of what it is doing. */
interface Thread {
  worker: Worker
  idle: boolean
}

/** Describes pictures on threads. Where a thread cannot start or fails, its picture is described here: the result is the same. */
export class PictureThreads {
  private readonly threads: Thread[] = []

  constructor(readonly size: number) {}

  async describe(bytes: Uint8Array): Promise<Float32Array> {
    const thread = this.size > 1 ? this.free() : null
    if (!thread) return describeFile(bytes)
    thread.idle = false
    const answer = await ask(thread.worker, bytes)
    if (!answer) {
      // Not idle any more, so that nobody asks it again.
      return describeFile(bytes)
    }
    thread.idle = true
    if ('reason' in answer) throw new Error(answer.reason)
    return answer.description
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()))
    this.threads.length = 0
  }

  private free(): Thread | null {
    const known = this.threads.find(({ idle }) => idle)
    if (known || this.threads.length >= this.size) return known ?? null
    const worker = new Worker(new URL('./picture-worker.js', import.meta.url))
    const thread = { worker, idle: true }
    this.threads.push(thread)
    return thread
  }
}

/** What the thread answers; null when it fails. */
function ask(worker: Worker, bytes: Uint8Array): Promise<PictureAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: PictureAnswer | null) => {
      worker.removeAllListeners()
      // A thread that fails later than that is asked no more; nobody else may hear of it.
      worker.on('error', () => undefined)
      resolve(answer)
    }
    worker.once('message', settle)
    worker.once('error', () => settle(null))
    worker.once('exit', () => settle(null))
    worker.postMessage(bytes)
  })
}
