import { realpathSync, statSync } from 'node:fs'
import { InputError } from '@manyview/core'
import type { Command } from 'commander'
import { orFileProblem } from '../files/file-problem.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'

/** Bytes of the largest file that is read, and minutes that a tool may take. */
const usual = { largest: 1e9, timeLimit: 30 }

const examples = `
An agent starts this command and speaks the Model Context Protocol with it on stdin and
stdout. Its tools are inspect, fit, explain, cut, assign, compare and samples_of. They read
and write files inside the folder only; links that lead out of it are refused.

Examples:
  $ manyview mcp ~/data
  $ manyview mcp ~/data --largest 200MB --time-limit 5

In the settings of an agent:
  { "mcpServers": { "manyview": { "command": "manyview", "args": ["mcp", "/home/me/data"] } } }
`

/** `manyview mcp`: lets an agent cluster the files of a folder. */
export function addMcp(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(
    program
      .command('mcp')
      .description('let an agent work with the files of a folder, over the Model Context Protocol')
      .argument('<folder>', 'the folder whose files may be read and written'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((folder: string, flags: Settings<'mcp'>) => mcp(folder, flags, signal))
}

async function mcp(given: string, flags: Settings<'mcp'>, signal: AbortSignal): Promise<void> {
  const { largest, timeLimit } = { ...usual, ...flags }
  const folder = orFileProblem(given, () => realpathSync(given))
  if (!statSync(folder).isDirectory())
    throw new InputError('is a file, give a folder', { code: 'file', argument: given })
  // The commands that the tools run read them, too.
  process.env.MANYVIEW_FOLDER = folder
  process.env.MANYVIEW_LARGEST = String(largest)
  process.chdir(folder)
  const { serve } = await import('../mcp/server.ts')
  await serve(timeLimit, signal)
}
