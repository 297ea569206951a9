import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { optionText, refuseMissingViews } from '@manyview/core/methods'
import { allMethods } from '@manyview/rivals'
import type { Command } from 'commander'
import { type Audit, auditOrder } from '../experiments/audit.ts'
import { auditFiles, auditNames } from '../experiments/audit-files.ts'
import { auditTable } from '../experiments/audit-table.ts'
import { RunStore } from '../experiments/run-store.ts'
import { type FailedRun, FailedRuns } from '../failed-runs.ts'
import { type ExperimentData, withExperimentData } from '../input/experiment-data.ts'
import { Interrupted } from '../interrupted.ts'
import { agreeOnFiles, agreeOnSettings } from '../mpi/agree.ts'
import { startMpi } from '../mpi/start-mpi.ts'
import { printWarnings } from '../print/print-clustering.ts'
import { printDataset } from '../print/print-dataset.ts'
import { printWritten } from '../print/print-written.ts'
import { dotPlot } from '../screen/dot-plot.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags, commandLine } from '../settings/flags.ts'
import { methodChoice } from '../settings/method-choice.ts'
import { treatedAs } from '../settings/reading.ts'
import { runLimits } from '../settings/run-limits.ts'
import type { Settings } from '../settings/table.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'
import { printTable } from './compare.ts'

type AuditFlags = Settings<'audit'>

const examples = `
The command clusters the samples as stored, in random orders and, with --labels, sorted by
class. It then says how much of the score comes from the order. Without labels it says how far
the clusters of different orders agree.

Examples:
  $ manyview audit data.mat -k 5 --method dstl --labels auto
  $ manyview audit data.mat -k 5 --method dstl --set lambda1=1 --set lambda2=5 --labels auto --out audit
  $ manyview audit data.mat -k 5 --permutations 20
`

/** `manyview audit`: what the order of the file is worth to a method. */
export function addAudit(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('audit')
    .description('measure how much of a result comes from the order of the file')
    .argument('[file...]', 'one file with all views, or one file per view; a folder; a views.json; - for stdin')
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action((files: string[], flags: AuditFlags, own: Command) => check(files, flags, own, screen, signal))
}

/** What is said to the method. */
function settingsOf(flags: AuditFlags): Record<string, unknown> {
  return { ...flags.set, ...treatedAs(flags) }
}

async function check(
  files: string[],
  flags: AuditFlags,
  command: Command,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { out } = flags
  const choice = methodChoice(flags.method, settingsOf(flags))
  if (flags.resume && out === undefined)
    throw new InputError('needs --out, the folder that holds the finished fits', {
      code: 'bad-option',
      argument: '--resume',
    })
  await checkOutputs([...files, flags.labels], { out, names: auditNames })
  await withExperimentData('audit', files, flags, signal, async (data) => {
    refuseMissingViews(choice.method, data.presence, allMethods)
    if (!flags.json && !flags.quiet) printDataset(files, data.dataset, data.truthName, screen)
    const failures = await audit(data, choice, flags, screen, signal)
    if (failures.length > 0)
      throw new FailedRuns(failures, commandLine(command, files, { out: undefined, resume: undefined }))
  })
}

/** Fits the samples in all orders, prints and writes what was found, and gives the fits that failed. */
async function audit(
  { sources, dataset, data, name, clusters, truth }: ExperimentData,
  { method, options }: ReturnType<typeof methodChoice>,
  flags: AuditFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<FailedRun[]> {
  const { out, permutations, seed, json = false, quiet = false } = flags
  const talk = !json && !quiet
  const settings = Object.fromEntries(Object.keys(settingsOf(flags)).map((option) => [option, options[option]]))
  const store = out === undefined ? undefined : new RunStore(join(out, 'runs'), flags.resume === true)
  const mpi = await startMpi(process.env)
  if (mpi) {
    agreeOnSettings(mpi.ranks, 'audit', flags)
    await agreeOnFiles(mpi.ranks, sources)
  }
  const progress = new ProgressDisplay(screen, quiet || json)
  const failures: FailedRun[] = []
  let found: Audit
  try {
    found = await auditOrder(
      { data, truth, clusters, method: method.name, settings, permutations, seed },
      {
        ...runLimits(flags),
        ranks: mpi?.ranks,
        store,
        signal,
        onProgress: (done, total) => progress.show({ stage: 'fits', iteration: done, total }),
        onFailure: ({ group }, problem) => failures.push({ name: group, problem }),
      },
    )
  } catch (error) {
    if (signal.aborted && out !== undefined)
      throw new Interrupted(`finished fits are kept in ${join(out, 'runs')}, --resume continues with them`)
    throw error
  } finally {
    progress.end()
  }
  mpi?.finish()
  if (mpi && mpi.ranks.rank > 0) return failures
  const chosen = Object.entries(settings).map(([option, value]) => `${option}=${optionText(value)}`)
  const title = [`${method.name} on ${name}`, ...chosen].join(', ')
  const table = auditTable(found, title)
  if (talk) {
    printTable({ ...table, notes: table.notes.slice(1) }, screen)
    screen.line()
    for (const line of dotPlot(found, screen)) screen.line(`  ${line}`)
    printWarnings([...dataset.warnings, ...found.warnings], screen)
    screen.line()
  }
  const facts = { method: method.name, settings, samples: dataset.samples, clusters }
  if (json) screen.line(JSON.stringify({ ...facts, ...found }))
  else screen.line(talk ? `  ${screen.colours.bold(wrap(found.verdict, screen.width - 2, 2))}` : found.verdict)
  if (out === undefined) return failures
  const contents = await auditFiles(found, title, facts)
  await mkdir(out, { recursive: true })
  await writeAllAtomically(Object.entries(contents).map(([file, bytes]) => ({ path: join(out, file), bytes })))
  const written = Object.keys(contents).map((file) => join(out, file))
  if (talk) printWritten(written, screen)
  return failures
}
