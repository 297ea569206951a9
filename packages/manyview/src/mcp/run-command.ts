import { spawn } from 'node:child_process'
import type { Progress } from '@manyview/core'
import { InputError } from '@manyview/core'

/** Most bytes that a command may print. */
const MOST_PRINTED = 200e6

/** What stops a command, and who hears how far it is. */
export interface Watch {
  minutes: number
  signal: AbortSignal
  /** Milliseconds that the command has to end by itself when it is stopped; 10,000 without. */
  patience?: number
  onProgress?: (progress: Progress) => void
}

/** Runs `manyview` with these words in a process of its own, in the folder that this one may use, and gives the object that it prints. Its one line of error becomes an InputError. */
export function runCommand(
  words: readonly string[],
  { minutes, signal, patience = 10_000, onProgress }: Watch,
): Promise<unknown> {
  if (words.some((word) => word.includes('\0')))
    throw failure(words[0], 'was given an argument with a zero byte, leave it out')
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1], ...words], {
    cwd: process.env.MANYVIEW_FOLDER,
    env: { ...process.env, MANYVIEW_PROGRESS: 'json', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let problem: string | null = null
  const stop = (reason: string) => {
    problem ??= reason
    child.kill('SIGTERM')
    // A command that does not come to look at the signal would go on for nobody.
    setTimeout(() => child.kill('SIGKILL'), patience).unref()
  }
  const onAbort = () => stop('was cancelled')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const clock = setTimeout(() => stop(`took longer than ${minutes} minutes, which is the limit`), minutes * 60_000)

  const printed: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > MOST_PRINTED) stop('printed more than 200 MB')
    else printed.push(piece)
  })
  const complaints: string[] = []
  let rest = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (!line.startsWith('{')) complaints.push(line)
      else onProgress?.(JSON.parse(line) as Progress)
    }
  })
  return new Promise<unknown>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(clock)
      signal.removeEventListener('abort', onAbort)
      if (problem !== null) return reject(failure(words[0], problem))
      if (status === 0) return resolve(JSON.parse(Buffer.concat(printed).toString('utf8')))
      const said = complaints.findLast((line) => line.startsWith('manyview: '))?.slice('manyview: '.length)
      reject(said === undefined ? failure(words[0], `ended with status ${status}`) : new Complaint(said))
    })
  })
}

/** What the command said is wrong, in its words. */
export class Complaint extends Error {}

function failure(command: string, message: string): InputError {
  return new InputError(message, { code: 'command', argument: command })
}
