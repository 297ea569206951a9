import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Row, Task } from './rows.ts'
import { sources } from './sources.ts'

const program = fileURLToPath(new URL('./fit-process.ts', import.meta.url))

/** What a process sends: that it is ready, a row (null: the file is absent), or why a fit failed. */
export type Answer = { ready: true } | { row: Row | null } | { error: string }

/** Has processes cluster all tasks, the largest first; `onEnd` gets each as it ends, with null where the file is absent. */
export async function runTasks(
  tasks: readonly Task[],
  processes: number,
  onEnd: (task: Task, row: Row | null) => void,
): Promise<void> {
  const waiting = [...tasks].sort((a, b) => sources[b.file].samples - sources[a.file].samples)
  await Promise.all(Array.from({ length: Math.min(processes, tasks.length) }, () => work(waiting, onEnd)))
}

/** Keeps one process busy until no task waits; a process that dies is followed by another. */
async function work(waiting: Task[], onEnd: (task: Task, row: Row | null) => void): Promise<void> {
  while (waiting.length > 0) {
    const child = fork(program)
    const first = await nextAnswer(child)
    if ('error' in first) throw new Error(`the process that clusters does not start: ${first.error}`)
    let alive = true
    for (let task = waiting.shift(); task; task = alive ? waiting.shift() : undefined) {
      child.send(task)
      const answer = await nextAnswer(child)
      alive = child.exitCode === null && child.signalCode === null
      if ('row' in answer) onEnd(task, answer.row)
      else onEnd(task, failed(task, 'error' in answer ? answer.error : 'no answer'))
    }
    child.kill()
  }
}

function nextAnswer(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    const onExit = (code: number | null, signal: string | null) => {
      child.off('message', onMessage)
      resolve({ error: `the process ended (${signal ?? `exit status ${code}`})` })
    }
    const onMessage = (answer: unknown) => {
      child.off('exit', onExit)
      resolve(answer as Answer)
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}

function failed(task: Task, error: string): Row {
  const none = { acc: 0, nmi: 0, ari: 0, recall: 0, confidence: null, clusters: 0, seconds: 0 }
  return { ...task, ...none, warnings: [], error }
}
