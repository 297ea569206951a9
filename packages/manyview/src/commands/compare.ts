import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { countIncomplete } from '@manyview/core/methods'
import { counted } from '@manyview/core/words'
import { allMethods, findMethod } from '@manyview/rivals'
import type { Command } from 'commander'
import { type ComparisonRow, type Contestant, compareMethods, type Tuning } from '../experiments/comparison.ts'
import { comparisonCsv } from '../experiments/comparison-csv.ts'
import { comparisonTable } from '../experiments/comparison-table.ts'
import { compareByLabels, labelWorthCsv, labelWorthTable } from '../experiments/label-worth.ts'
import type { Planned } from '../experiments/run-all.ts'
import { RunStore } from '../experiments/run-store.ts'
import { htmlPage } from '../experiments/tables/html-page.ts'
import { htmlTable } from '../experiments/tables/html-table.ts'
import { latexTable } from '../experiments/tables/latex-table.ts'
import { markdownTable } from '../experiments/tables/markdown-table.ts'
import type { Table } from '../experiments/tables/table.ts'
import { textTable } from '../experiments/tables/text-table.ts'
import { type FailedRun, FailedRuns } from '../failed-runs.ts'
import { type ExperimentData, withExperimentData } from '../input/experiment-data.ts'
import { Interrupted } from '../interrupted.ts'
import { printedJson } from '../json/printed.ts'
import { agreeOnFiles, agreeOnSettings } from '../mpi/agree.ts'
import { startMpi } from '../mpi/start-mpi.ts'
import { printWarnings } from '../print/print-clustering.ts'
import { printDataset } from '../print/print-dataset.ts'
import { printWritten } from '../print/print-written.ts'
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
import { readFlag, record } from '../settings/values.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'

type CompareFlags = Settings<'compare'>

/** Formats of files, with the endings of their names. */
const endings = { markdown: 'md', csv: 'csv', latex: 'tex', html: 'html' }

const examples = `
Every method runs on the samples as stored and on shuffled samples. Some methods depend on the
order of the file, and files are often sorted by class. Labels are used only for scores, and
by --tune labels to choose settings; every output marks results that were tuned with labels.
With --out, finished runs are kept in FOLDER/runs, and --resume continues after an interruption.

Examples:
  $ manyview compare data.mat -k 5 --labels auto
  $ manyview compare data.mat -k 5 --labels auto --methods consensus,kmeans,dstl
  $ manyview compare data.mat -k 5 --labels auto --methods dstl:lambda1=1,dstl:lambda1=1:variant=S
  $ manyview compare data.mat -k 5 --labels auto --tune labels --out comparison --resume
  $ manyview compare data.mat -k 5 --labels auto --methods dstl,fsmsc --by-labels
  $ manyview compare data.mat -k 5 --labels auto --format latex > table.tex
`

/** `manyview compare`: methods side by side on one data set. */
export function addCompare(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('compare')
    .description('run several methods on one data set, stored and shuffled')
    .argument('[file...]', 'one file with all views, or one file per view; a folder; a views.json; - for stdin')
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action((files: string[], flags: CompareFlags, own: Command) => check(files, flags, own, screen, signal))
}

async function check(
  files: string[],
  flags: CompareFlags,
  command: Command,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { out, format, tune } = flags
  const choices = flags.methods ?? allMethods.map(({ name }) => name)
  const contestants = choices.map((text) => contestant(text, flags))
  if (flags.resume && out === undefined) fail('--resume', 'needs --out, the folder that holds the finished runs')
  if (flags.json && format !== 'terminal')
    fail('--json', `cannot be used with --format ${format}, leave one of them out`)
  if (tune === 'labels' && flags.labels === undefined) fail('--tune', 'is labels but no labels are given, add --labels')
  if (flags.byLabels && flags.labels === undefined) fail('--by-labels', 'needs the true labels, add --labels')
  if (flags.byLabels && tune === 'labels')
    fail('--by-labels', 'sets choices by labels beside choices without, leave out --tune labels')
  const names = Object.values(endings).map((ending) => `comparison.${ending}`)
  await checkOutputs([...files, flags.labels], { out, names })
  await withExperimentData('compare', files, flags, signal, async (data) => {
    if (format === 'terminal' && !flags.quiet && !flags.json) printDataset(files, data.dataset, data.truthName, screen)
    const failures = await compare(data, contestants, flags, screen, signal)
    if (failures.length === 0) return
    const methods = choices.filter((_, i) => failures.some(({ name }) => name === contestants[i].name))
    throw new FailedRuns(failures, commandLine(command, files, { methods, out: undefined, resume: undefined }))
  })
}

/** Runs the methods, prints and writes the tables, and gives the runs that failed. */
async function compare(
  experiment: ExperimentData,
  all: readonly Contestant[],
  flags: CompareFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<FailedRun[]> {
  const { out, format, repetitions, seed, json = false, quiet = false } = flags
  const { sources, dataset, data, name, truth, clusters } = experiment
  const { contestants, leftOut } = flags.methods ? { contestants: [...all] } : leaveOut(all, experiment)
  const tuning: Tuning = flags.tune
  const talk = format === 'terminal' && !json && !quiet
  const mpi = await startMpi(process.env)
  if (mpi) {
    agreeOnSettings(mpi.ranks, 'compare', flags)
    await agreeOnFiles(mpi.ranks, sources)
  }
  const progress = new ProgressDisplay(screen, quiet)
  const store = out === undefined ? undefined : new RunStore(join(out, 'runs'), flags.resume === true)
  const plan = { data, truth, clusters, contestants, repetitions, tuning, seed }
  const limits = {
    ...runLimits(flags),
    ranks: mpi?.ranks,
    store,
    signal,
    onProgress: (done: number, total: number) => progress.show({ stage: 'runs', iteration: done, total }),
    // Runs of a grid have the order and a word behind the name.
    onFailure: ({ group }: Planned, problem: string) => failures.push({ name: group.split(',')[0], problem }),
  }
  const failures: FailedRun[] = []
  let rows: ComparisonRow[]
  let seeing: ComparisonRow[] | null
  try {
    rows = await compareMethods(plan, limits)
    seeing = flags.byLabels ? await compareByLabels(plan, rows, limits) : null
  } catch (error) {
    if (signal.aborted && out !== undefined)
      throw new Interrupted(`finished runs are kept in ${join(out, 'runs')}, --resume continues with them`)
    throw error
  } finally {
    progress.end()
  }
  mpi?.finish()
  if (mpi && mpi.ranks.rank > 0) return failures
  const labelled = truth !== null
  const facts = { data: name, samples: dataset.samples, clusters, tuning, repetitions, labelled, leftOut }
  const tables = [comparisonTable(rows, facts), ...(seeing ? [labelWorthTable(rows, seeing, facts)] : [])]
  const outputs = {
    markdown: tables.map(markdownTable).join('\n'),
    csv: seeing ? labelWorthCsv(rows, seeing, facts) : comparisonCsv(rows, name, tuning),
    latex: tables.map(latexTable).join('\n'),
    html: htmlPage(`Comparison on ${name}`, tables.map(htmlTable).join('\n')),
  }
  const warnings = collectWarnings(experiment, rows)
  if (json) screen.line(printedJson('compare', { ...facts, rows, warnings }))
  else if (format === 'terminal') for (const table of tables) printTable(table, screen)
  else screen.out(outputs[format as keyof typeof outputs])
  // The other formats have it in a note.
  if (format === 'csv' && leftOut) screen.err(`${leftOut}\n`)
  if (talk) printWarnings(warnings, screen)
  if (out === undefined) return failures
  await mkdir(out, { recursive: true })
  const written = Object.entries(endings).map(([kind, ending]) => ({
    path: join(out, `comparison.${ending}`),
    bytes: outputs[kind as keyof typeof outputs],
  }))
  await writeAllAtomically(written)
  const places = written.map(({ path }) => path)
  if (talk) printWritten(places, screen)
  return failures
}

/** Leaves out the methods that need every view of every sample where samples lack some. */
export function leaveOut(
  all: readonly Contestant[],
  { presence }: ExperimentData,
): { contestants: Contestant[]; leftOut?: string } {
  const lacking = countIncomplete(presence)
  const contestants = all.filter(({ method }) => lacking === 0 || findMethod(method).missingViews)
  if (contestants.length === all.length) return { contestants }
  const names = all.filter((each) => !contestants.includes(each)).map(({ name }) => name)
  const why = `they need every view of every sample, and ${lacking} of ${counted(presence.samples, 'sample')} lack one`
  return { contestants, leftOut: `Left out: ${names.join(', ')}; ${why}.` }
}

const option = record('dstl:lambda1=1')

/** Reads `name` or `name:option=value:option=value` of `flag`. */
export function contestant(text: string, { kind }: Pick<CompareFlags, 'kind'>, flag = '--methods'): Contestant {
  const [name, ...settings] = text.split(':')
  const wrong = settings.find((setting) => setting.indexOf('=') < 1)
  if (wrong !== undefined) fail(flag, `has "${text}", write ${name}:option=value in place of ${name}:${wrong}`)
  const said = settings.reduce<Record<string, string>>((all, each) => readFlag(flag, option, each, all), {})
  const fixed = { ...treatedAs({ kind, method: name }), ...said }
  const { method, options } = methodChoice(name, fixed)
  return {
    name: [method.name, ...settings].join(' '),
    method: method.name,
    fixed: Object.fromEntries(Object.keys(fixed).map((option) => [option, options[option]])),
  }
}

/** Prints the table in the columns that fit; the rest is named. */
export function printTable(table: Table, screen: Screen): void {
  const { bold, underline, dim } = screen.colours
  const style = { best: bold, second: underline, dim }
  const left: string[] = []
  let shown = table
  const plain = { best: String, second: String, dim: String }
  const width = () =>
    Math.max(
      ...textTable(shown, plain)
        .split('\n')
        .map((line) => line.length),
    ) + 2
  for (const title of ['where to get it', 'memory', 'F-score', 'purity', 'seconds'])
    if (width() > screen.width && shown.columns.some((column) => column.title === title)) {
      left.push(title)
      shown = without(shown, title)
    }
  screen.line()
  screen.line(`  ${wrap(bold(table.caption), screen.width - 2, 2)}`)
  screen.line()
  for (const line of textTable(shown, style).split('\n')) screen.line(`  ${line}`)
  screen.line()
  if (table.rows.some((row) => row.some(({ mark }) => mark)))
    screen.line(`  ${dim('* best, + second best of the same order')}`)
  for (const note of table.notes) screen.line(`  ${wrap(note, screen.width - 2, 2)}`)
  if (left.length > 0)
    screen.line(
      `  ${dim(wrap(`The screen is too narrow for these columns: ${left.join(', ')}; --out writes them to files.`, screen.width - 2, 2))}`,
    )
}

function without(table: Table, title: string): Table {
  const at = table.columns.findIndex((column) => column.title === title)
  if (at < 0) return table
  const drop = <T>(list: readonly T[]) => list.filter((_, i) => i !== at)
  return { ...table, columns: drop(table.columns), rows: table.rows.map(drop) }
}

function collectWarnings({ dataset }: ExperimentData, rows: readonly ComparisonRow[]): string[] {
  const own = rows.flatMap(({ name, order, warnings }) => warnings.map((warning) => `${name}, ${order}: ${warning}`))
  return [...dataset.warnings, ...own]
}

/** Refuses what a flag says. */
export function fail(argument: string, message: string): never {
  throw new InputError(message, { code: 'bad-option', argument })
}
