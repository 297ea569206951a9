import { getHeapStatistics } from 'node:v8'
import { InputError } from '@manyview/core'
import { byteSizes } from '@manyview/core/words'
import { CommanderError } from 'commander'
import { FailedRuns } from './failed-runs.ts'
import { Interrupted } from './interrupted.ts'
import { abortJob, launchedRank } from './mpi/start-mpi.ts'
import { createProgram } from './program.ts'
import { printable } from './screen/printable.ts'
import { Screen } from './screen/screen.ts'
import { formerFlag } from './settings/flags.ts'

/** Commands that several processes (`mpirun`) do together; all others are done by the first alone. */
const overRanks = ['fit', 'compare', 'audit']
/** What the command needs for its own objects; numbers of the data are kept elsewhere. */
const leastHeap = 90e6

const nowhere = { write: () => true }

/** Launchers give a process a terminal of their own, which says nothing about where its output goes. */
const plain = (stream: NodeJS.WriteStream) => ({ write: (text: string) => stream.write(text) })

/** Runs the command line and sets the exit status: 0, 1 (bad input or failed runs, one line on stderr) or 130 (interrupted, nothing half-written). */
export async function main(argv: readonly string[]): Promise<void> {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Interrupted())
  }
  const rank = launchedRank(process.env)
  // Schedulers and containers end a job with SIGTERM. A launcher of ranks does so when the job is over: there it must end the process at once.
  const endings = rank === null ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const)
  for (const name of endings) process.on(name, interrupt)
  // Of several processes one prints; those that have nothing to do end at once.
  const silent = rank !== null && rank > 0
  if (silent && !overRanks.includes(argv[2])) return
  const [out, err] =
    rank === null
      ? [process.stdout, process.stderr]
      : [process.stdout, process.stderr].map(silent ? () => nowhere : plain)
  const screen = new Screen(out, err, process.env)
  try {
    checkHeap()
    const program = await createProgram(screen, controller.signal, argv.slice(2))
    await program.parseAsync(argv.length > 2 ? [...argv] : [...argv, '--help'])
  } catch (error) {
    const { message, status } = explain(error, argv[2] ?? '', screen)
    // Ranks whose runs failed have ended their work together.
    if (status > 0 && rank !== null && !(error instanceof FailedRuns)) abortJob(printable(message), status, process.env)
    if (status > 0) screen.complain(message)
    process.exitCode = status
  } finally {
    for (const name of endings) process.off(name, interrupt)
  }
}

/** What went wrong in one line, and the exit status. */
function explain(error: unknown, command: string, screen: Screen): { message: string; status: number } {
  if (error instanceof CommanderError) {
    const unknown = /^error: unknown option '(--[\w-]+)/.exec(error.message)
    const message = formerFlag(command, unknown?.[1] ?? '')?.message ?? error.message.replace(/^error: /, '')
    return { message, status: error.exitCode === 0 ? 0 : 1 }
  }
  if (error instanceof Interrupted) return { message: error.message, status: 130 }
  if (error instanceof FailedRuns) return { message: error.message, status: 1 }
  if (process.env.MANYVIEW_DEBUG) screen.err(`${(error as Error)?.stack ?? error}\n`)
  if (error instanceof InputError) return { message: error.message, status: 1 }
  return { message: `unexpected problem: ${describe(error)} (MANYVIEW_DEBUG=1 shows where)`, status: 1 }
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const tooLarge = error instanceof RangeError && /allocation|array length|buffer/i.test(message)
  return tooLarge ? `there is not enough memory for this data (${message})` : message
}

/** Refuses a heap (`--max-old-space-size`) so small that V8 would abort; `limit` is in bytes. */
function checkHeap(limit = getHeapStatistics().heap_size_limit): void {
  if (limit >= leastHeap) return
  const [allowed, needed] = byteSizes(limit, leastHeap)
  throw new InputError(
    `Node may use ${allowed} for objects but ${needed} are needed, give a larger --max-old-space-size`,
    {
      code: 'out-of-memory',
      argument: 'memory',
      details: { limit },
    },
  )
}
