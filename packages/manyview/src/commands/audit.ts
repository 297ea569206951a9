import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultMethod, optionText, refuseMissingViews } from '@manyview/core/methods'
import { counted } from '@manyview/core/words'
import { allMethods, findMethod } from '@manyview/rivals'
import type { Command } from 'commander'
import { auditOrder, type NamedAudit } from '../experiments/audit.ts'
import { auditFiles, auditNames, auditRecord } from '../experiments/audit-files.ts'
import { auditsTable, auditTable } from '../experiments/audit-table.ts'
import type { Contestant } from '../experiments/comparison.ts'
import { RunStore } from '../experiments/run-store.ts'
import { type FailedRun, FailedRuns } from '../failed-runs.ts'
import { type ExperimentData, withExperimentData } from '../input/experiment-data.ts'
import { Interrupted } from '../interrupted.ts'
import { printedJson } from '../json/printed.ts'
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
import { runLimits } from '../settings/run-limits.ts'
import type { Settings } from '../settings/table.ts'
import { nameList } from '../settings/values.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'
import { contestant, fail, leaveOut, printTable } from './compare.ts'

type AuditFlags = Settings<'audit'>

const examples = `
The command clusters the samples as stored and in random orders. With --labels it also sorts
them by class and shuffles them within classes, where every place of the file keeps its class.
Without labels it shuffles blocks of neighbouring samples, of growing size, and shows how far
the clusters stay those of the file. It then says in words how much comes from the order.
With several methods, or all of them, it makes one table and one figure.

Ji and Feng (SE-FTMC, ACM MM 2025) compared methods on ordered samples, shuffled within
classes and shuffled; this command does that with any method on any file.

Examples:
  $ manyview audit data.mat -k 5 --method dstl --labels auto
  $ manyview audit data.mat -k 5 --method dstl --set lambda1=1 --set lambda2=5 --labels auto --out audit
  $ manyview audit data.mat -k 5 --method ascr,dstl:lambda1=1:lambda2=5 --labels auto
  $ manyview audit data.mat -k 5 --method all --permutations 3 --out audit
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

/** The methods to audit, as the user writes them. */
function namesOf({ method = defaultMethod }: AuditFlags): string[] {
  const names = method === 'all' ? allMethods.map(({ name }) => name) : nameList(method)
  return names.length > 0 ? names : fail('--method', 'is empty, name a method, several, or all')
}

/** The methods with their settings; `--set` goes to a single one. */
function contestants(names: readonly string[], flags: AuditFlags): Contestant[] {
  if (names.length > 1 && flags.set)
    fail('--set', `is for one method, but there are ${names.length}, write ${names[0]}:option=value in --method`)
  const said = Object.entries(flags.set ?? {}).map(([option, value]) => `:${option}=${value}`)
  return names.map((name) => contestant(name + said.join(''), flags, said.length > 0 ? '--set' : '--method'))
}

async function check(
  files: string[],
  flags: AuditFlags,
  command: Command,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { out } = flags
  const names = namesOf(flags)
  const methods = contestants(names, flags)
  if (flags.resume && out === undefined) fail('--resume', 'needs --out, the folder that holds the finished fits')
  await checkOutputs([...files, flags.labels], { out, names: auditNames })
  await withExperimentData('audit', files, flags, signal, async (data) => {
    if (flags.method !== 'all')
      for (const { method } of methods) refuseMissingViews(findMethod(method), data.presence, allMethods)
    if (!flags.json && !flags.quiet) printDataset(files, data.dataset, data.truthName, screen)
    const failures = await audit(data, methods, flags, screen, signal)
    if (failures.length === 0) return
    const failed = names.filter((_, i) => failures.some(({ name }) => name === methods[i].name))
    const method = names.length > 1 ? failed.join() : flags.method
    throw new FailedRuns(failures, commandLine(command, files, { method, out: undefined, resume: undefined }))
  })
}

/** Fits the samples in all orders, prints and writes what was found, and gives the fits that failed. */
async function audit(
  experiment: ExperimentData,
  all: readonly Contestant[],
  flags: AuditFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<FailedRun[]> {
  const { sources, dataset, data, name, clusters, truth } = experiment
  const { out, permutations, seed, json = false, quiet = false } = flags
  const talk = !json && !quiet
  const { contestants: methods, leftOut } = leaveOut(all, experiment)
  const store = out === undefined ? undefined : new RunStore(join(out, 'runs'), flags.resume === true)
  const mpi = await startMpi(process.env)
  if (mpi) {
    agreeOnSettings(mpi.ranks, 'audit', flags)
    await agreeOnFiles(mpi.ranks, sources)
  }
  const progress = new ProgressDisplay(screen, quiet || json)
  const failures: FailedRun[] = []
  let audits: NamedAudit[]
  try {
    audits = await auditOrder({ data, samples: dataset.samples, truth, clusters, permutations, seed }, methods, {
      ...runLimits(flags),
      ranks: mpi?.ranks,
      store,
      signal,
      onProgress: (done, total) => progress.show({ stage: 'fits', iteration: done, total }),
      onFailure: ({ group }, problem) => failures.push({ name: group, problem }),
    })
  } catch (error) {
    if (signal.aborted && out !== undefined)
      throw new Interrupted(`finished fits are kept in ${join(out, 'runs')}, --resume continues with them`)
    throw error
  } finally {
    progress.end()
  }
  mpi?.finish()
  if (mpi && mpi.ranks.rank > 0) return failures
  const [only] = audits
  const one = audits.length === 1
  const chosen = Object.entries(only.settings).map(([option, value]) => `${option}=${optionText(value)}`)
  const title = one
    ? [`${only.method} on ${name}`, ...chosen].join(', ')
    : `${counted(audits.length, 'method')} on ${name}`
  const table = one ? auditTable(only, title) : auditsTable(audits, title, leftOut)
  const words = audits.map(({ name, verdict }) => (one ? verdict : `${name}: ${verdict}`))
  if (talk) {
    printTable({ ...table, notes: table.notes.filter((note) => !words.includes(note)) }, screen)
    if (one) for (const line of ['', ...dotPlot(only, screen).map((dots) => `  ${dots}`)]) screen.line(line)
    printWarnings([...dataset.warnings, ...audits.flatMap(warningsOf)], screen)
    screen.line()
  }
  const facts = { samples: dataset.samples, clusters }
  const { bold } = screen.colours
  if (json) screen.line(printedJson('audit', auditRecord(audits, facts)))
  else
    for (const line of words)
      screen.line(talk ? `  ${one ? bold(wrapped(line, screen)) : wrapped(line, screen)}` : line)
  if (out === undefined) return failures
  const contents = await auditFiles(audits, table, title, facts)
  await mkdir(out, { recursive: true })
  await writeAllAtomically(Object.entries(contents).map(([file, bytes]) => ({ path: join(out, file), bytes })))
  const written = Object.keys(contents).map((file) => join(out, file))
  if (talk) printWritten(written, screen)
  return failures
}

const wrapped = (text: string, screen: Screen) => wrap(text, screen.width - 2, 2)

function warningsOf({ name, warnings }: NamedAudit, _: number, audits: readonly NamedAudit[]): string[] {
  return audits.length === 1 ? warnings : warnings.map((warning) => `${name}: ${warning}`)
}
