import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { InputError } from '@manyview/core'
import type { Command } from 'commander'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'
import { startStudioServer } from '../studio-server.ts'

type StudioFlags = Settings<'studio'>

const examples = `
The page computes in your browser: files that you drop on it stay on this machine.
Ctrl-C stops the server.

Examples:
  $ manyview studio
  $ manyview studio --no-open --port 8080
`

/** `manyview studio`: serves the page on this machine and opens it. */
export function addStudio(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(program.command('studio').description('open the browser application, served on this machine only'))
    .addHelpText('after', helpNotes(examples, screen))
    .action((flags: StudioFlags) => studio(flags, screen, signal))
}

async function studio({ port = 0, open = true }: StudioFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  if (port < 0 || port > 65535)
    throw new InputError(`is ${port}, give a number from 0 to 65535`, { code: 'bad-option', argument: '--port' })
  const server = await startStudioServer(fileURLToPath(new URL('./studio', import.meta.url)), port)
  screen.line(`Manyview Studio runs at ${server.url} (Ctrl-C stops it)`)
  if (open) openBrowser(server.url)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.close()
}

/** Asks the system to open an address; where it cannot, the line on the screen has to do. */
function openBrowser(url: string): void {
  const [command, ...first] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(command, [...first, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
