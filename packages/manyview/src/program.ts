import { Command } from 'commander'
import { helpLayout, helpNotes } from './screen/help-layout.ts'
import type { Screen } from './screen/screen.ts'
import { buildName } from './version.ts'

const overview = `
Examples:
  $ manyview demo                              2,000 digits, seen from four sides
  $ manyview fit data.mat -k 5                 all views of a MATLAB file
  $ manyview fit a.npy b.csv -k 10 --out run   one file per view, results in run/
  $ manyview assign data.model new.mat         where new samples belong
  $ manyview cut run --clusters 12             another number, without a second fit
  $ manyview report run/clustering.json        run/report.html again
  $ manyview score truth.csv run/labels.csv    how far two labelings agree
  $ manyview studio                            the same in the browser

"manyview COMMAND --help" shows the options and examples of a command.
`

type AddCommand = (program: Command, screen: Screen, signal: AbortSignal) => void

/** Every command in the order of the help; the files of those that nobody asked for are not loaded. */
const commands: Record<string, () => Promise<AddCommand>> = {
  demo: async () => (await import('./commands/demo.ts')).addDemo,
  fit: async () => (await import('./commands/fit.ts')).addFit,
  assign: async () => (await import('./commands/assign.ts')).addAssign,
  inspect: async () => (await import('./commands/inspect.ts')).addInspect,
  cut: async () => (await import('./commands/cut.ts')).addCut,
  report: async () => (await import('./commands/report.ts')).addReport,
  plot: async () => (await import('./commands/plot.ts')).addPlot,
  score: async () => (await import('./commands/score.ts')).addScore,
  compare: async () => (await import('./commands/compare.ts')).addCompare,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  reproduce: async () => (await import('./commands/reproduce.ts')).addReproduce,
  methods: async () => (await import('./commands/methods.ts')).addMethods,
  mcp: async () => (await import('./commands/mcp.ts')).addMcp,
  studio: async () => (await import('./commands/studio.ts')).addStudio,
  completion: async () => (await import('./commands/completion.ts')).addCompletion,
}

/** The command line with all its commands, or only with the one that the first of `words` names; they print on `screen` and stop when `signal` says so. */
export async function createProgram(
  screen: Screen,
  signal: AbortSignal,
  words: readonly string[] = [],
): Promise<Command> {
  const [word = ''] = words
  const program = new Command('manyview')
    .description('Clusters samples that are described by several views.')
    .version(buildName(), '-V, --version', 'print the version and its build')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', helpNotes(overview, screen))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => screen.out(text),
      // Only main prints errors.
      writeErr: () => undefined,
      getOutHelpWidth: () => screen.width,
      getOutHasColors: () => screen.colours.isColorSupported,
    })
    .configureHelp(helpLayout(screen, asksForAll(words)))
  // Scripts for shells tell of all commands.
  const isKnownCommand = Object.hasOwn(commands, word) && word !== 'completion'
  for (const load of isKnownCommand ? [commands[word]] : Object.values(commands))
    (await load())(program, screen, signal)
  return program
}

/** True for `--help all`. */
function asksForAll(words: readonly string[]): boolean {
  return words.some((word, i) => word === 'all' && ['--help', '-h'].includes(words[i - 1]))
}
