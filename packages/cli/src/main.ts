import { CommanderError } from 'commander'
import { InputError } from 'manyview'
import { Interrupted } from './interrupted.ts'
import { createProgram } from './program.ts'
import { Screen } from './screen/screen.ts'

/** Runs the command line and sets the exit status: 0, 1 (bad input, one line on stderr) or 130 (interrupted, nothing half-written). */
export async function main(argv: readonly string[]): Promise<void> {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Interrupted())
  }
  process.on('SIGINT', interrupt)
  const screen = new Screen(process.stdout, process.stderr, process.env)
  try {
    await createProgram(screen, controller.signal).parseAsync(argv.length > 2 ? [...argv] : [...argv, '--help'])
  } catch (error) {
    process.exitCode = explain(error, screen)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Says in one line what went wrong; gives the exit status. */
function explain(error: unknown, screen: Screen): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    screen.complain(error.message.replace(/^error: /, ''))
    return 1
  }
  if (error instanceof Interrupted) {
    screen.complain(error.message)
    return 130
  }
  if (process.env.MANYVIEW_DEBUG) screen.err(`${(error as Error)?.stack ?? error}\n`)
  if (error instanceof InputError) screen.complain(error.message)
  else screen.complain(`unexpected problem: ${describe(error)} (MANYVIEW_DEBUG=1 shows where)`)
  return 1
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const tooLarge = error instanceof RangeError && /allocation|array length|buffer/i.test(message)
  return tooLarge ? `there is not enough memory for this data (${message})` : message
}
