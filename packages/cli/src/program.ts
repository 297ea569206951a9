import { Command } from 'commander'
import { addAssign } from './commands/assign.ts'
import { addAudit } from './commands/audit.ts'
import { addCompare } from './commands/compare.ts'
import { addCompletion } from './commands/completion.ts'
import { addCut } from './commands/cut.ts'
import { addDemo } from './commands/demo.ts'
import { addFit } from './commands/fit.ts'
import { addInspect } from './commands/inspect.ts'
import { addMethods } from './commands/methods.ts'
import { addPlot } from './commands/plot.ts'
import { addReport } from './commands/report.ts'
import { addReproduce } from './commands/reproduce.ts'
import { addScore } from './commands/score.ts'
import { addStudio } from './commands/studio.ts'
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

/** The command line with all its commands; they print on `screen` and stop when `signal` says so. */
export function createProgram(screen: Screen, signal: AbortSignal): Command {
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
    .configureHelp(helpLayout(screen))
  addDemo(program, screen, signal)
  addFit(program, screen, signal)
  addAssign(program, screen, signal)
  addInspect(program, screen, signal)
  addCut(program, screen, signal)
  addReport(program, screen, signal)
  addPlot(program, screen, signal)
  addScore(program, screen)
  addCompare(program, screen, signal)
  addAudit(program, screen, signal)
  addReproduce(program, screen, signal)
  addMethods(program, screen)
  addStudio(program, screen, signal)
  addCompletion(program, screen)
  return program
}
