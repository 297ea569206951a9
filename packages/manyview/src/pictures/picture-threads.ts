import type { Worker } from 'node:worker_threads'
import type { PictureAnswer } from './picture-worker.ts'

/** A thread, and who waits for its answer; null while it is at rest. */
interface Thread {
  worker: Worker
  waiting: ((answer: PictureAnswer | null) => void) | null
  failed: boolean
}

/** Describes pictures on threads. Where a thread cannot start or fails, its picture is described here: the result is the same. */
export class PictureThreads {
  private readonly threads: Thread[] = []

  constructor(readonly size: number) {}

  async describe(bytes: Uint8Array): Promise<Float32Array> {
    // Most commands see no picture and need no threads of Node.
    const thread = this.size > 1 ? this.free(await import('node:worker_threads')) : null
    const answer = thread && (await ask(thread, bytes))
    if (!answer) return (await import('@manyview/formats/things')).describeFile(bytes)
    if ('reason' in answer) throw new Error(answer.reason)
    return answer.description
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.splice(0).map(({ worker }) => worker.terminate()))
  }

  private free(node: Pick<typeof import('node:worker_threads'), 'Worker'>): Thread | null {
    const idleThread = this.threads.find(({ waiting, failed }) => !waiting && !failed)
    if (idleThread || this.threads.length >= this.size) return idleThread ?? null
    const thread = startThread(new node.Worker(new URL('./picture-worker.js', import.meta.url)))
    this.threads.push(thread)
    return thread
  }
}

function startThread(worker: Worker): Thread {
  const thread: Thread = { worker, waiting: null, failed: false }
  const settle = (answer: PictureAnswer | null) => {
    const { waiting } = thread
    thread.waiting = null
    waiting?.(answer)
  }
  const fail = () => {
    thread.failed = true
    settle(null)
  }
  worker.on('message', settle)
  worker.on('error', fail)
  worker.on('exit', fail)
  return thread
}

/** What the thread answers; null when it fails. */
function ask(thread: Thread, bytes: Uint8Array): Promise<PictureAnswer | null> {
  return new Promise((resolve) => {
    thread.waiting = resolve
    thread.worker.postMessage(bytes)
  })
}
