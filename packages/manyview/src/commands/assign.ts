import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Assignment, assign, InputError, type Model, type Scores, score } from '@manyview/core'
import { holdsTrainingData } from '@manyview/core/methods'
import { missingValues, missingValuesError, type ShapedView } from '@manyview/core/numerics'
import { counted, duration } from '@manyview/core/words'
import {
  featureNames,
  matchViews,
  readLabels,
  readNewSamples,
  writeLabelsCsv,
  writeMembershipsCsv,
} from '@manyview/formats'
import { checkRecipes, thingColumns } from '@manyview/formats/things'
import type { Command } from 'commander'
import { fileSource } from '../files/file-source.ts'
import { readModelFile } from '../files/read-model-file.ts'
import { checkFinite } from '../input/check-finite.ts'
import { type Input, readInput } from '../input/read-input.ts'
import { printedJson } from '../json/printed.ts'
import { modelWords, placingWords } from '../print/model-words.ts'
import { printScores, printSizes, printWarnings } from '../print/print-clustering.ts'
import { printDataset } from '../print/print-dataset.ts'
import { printWritten } from '../print/print-written.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { printable } from '../screen/printable.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs, picturesRead } from '../settings/check-outputs.ts'
import { chooseLabels } from '../settings/choose-labels.ts'
import { addFlags } from '../settings/flags.ts'
import { cacheFolder, readOptions } from '../settings/reading.ts'
import type { Settings } from '../settings/table.ts'
import type { Places } from '../settings/values.ts'
import { type StreamFiles, withStream } from '../stream/stream-files.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'

type AssignFlags = Settings<'assign'>

const examples = `
Views are matched by name (the name of a file without its ending, or the variable; a
views.json can name them), else by their number of features where only one has it;
--views text=new_text says which is which. They need the features of the fit, in its order.
New samples may lack views: leave out the file, the rows, or the values (NaN).
Give the same reading flags as for the fit. Each sample is placed on its own: the other
new samples and their order do not matter.

Examples:
  $ manyview fit data.mat --clusters 5 --model data.model
  $ manyview assign data.model new.mat
  $ manyview assign data.model new.mat --labels auto --out results
  $ manyview assign data.model text.npy --out labels.csv
  $ manyview assign data.model new_text.npy --views text=new_text
  $ cat new.csv | manyview assign data.model - --out - > labels.csv
`

/** `manyview assign`: places new samples among the clusters of a model. */
export function addAssign(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('assign')
    .description('place new samples among the clusters of a model that "fit --model" saved')
    .argument('<model>', 'the file that "manyview fit --model" wrote')
    .argument(
      '<file...>',
      'the new samples: one file with all views, or one file per view; a folder; a views.json; - for stdin',
    )
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action((model: string, files: string[], flags: AssignFlags) =>
      withStream(flags.stream, flags.out?.folder, (blocks) => run(model, files, flags, blocks, screen, signal)),
    )
}

async function run(
  modelPath: string,
  files: string[],
  flags: AssignFlags,
  blocks: StreamFiles | undefined,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { out = {} } = flags
  if (flags.json && out.labels === '-')
    throw new InputError('cannot be "-" together with --json, give a file', { code: 'bad-option', argument: '--out' })
  const outputs = { out: out.folder, files: [out.labels] }
  await checkOutputs([modelPath, ...files, ...(flags.embed ?? []), flags.labels], outputs)
  const model = await readModelFile(modelPath)
  const recipes = checkRecipes(model.things, modelPath)
  const readingOptions = readOptions(flags)
  const columns = thingColumns(recipes)
  const options = {
    ...readingOptions,
    texts: readingOptions.texts ?? columns.texts,
    pictures: readingOptions.pictures ?? columns.pictures,
  }
  const read = files.includes('-') ? onceOnly : readNewSamples<Input<ShapedView>>
  const input = await ProgressDisplay.of(screen, flags.quiet ?? false, (onProgress) =>
    read(
      (own) =>
        readInput(files, own, signal, {
          blocks,
          recipes,
          onProgress,
          cache: cacheFolder(flags.cache),
          embed: flags.embed,
        }),
      options,
      model,
    ),
  )
  const { dataset } = input
  await checkOutputs(picturesRead(dataset.things), outputs)
  const truth = await chooseLabels(flags.labels, dataset, (path) => readLabels(fileSource(path)))
  const talk = !flags.json && !flags.quiet && out.labels !== '-'
  if (talk) {
    screen.line(`${screen.colours.bold(printable(modelPath))}  ${modelWords(model)}`)
    const notes = [...dataset.notes, ...(truth?.notes ?? [])]
    printDataset(files, { ...dataset, notes }, truth?.name ?? null, screen)
  }
  const started = performance.now()
  const assignment = await assignWithProgress(model, input, flags, screen, signal)
  const seconds = (performance.now() - started) / 1000
  const scores = truth ? score(truth.labels, assignment.labels) : null
  const warnings = [...dataset.warnings, ...assignment.warnings]
  if (talk) {
    screen.line()
    screen.line(`${screen.colours.bold(`${counted(dataset.samples, 'sample')} assigned`)} ${placingWords(model)}`)
    screen.line(screen.colours.dim(`  ${duration(seconds)}`))
    screen.line()
    printSizes({ ...assignment, clusters: model.clusters }, screen, model.names)
    printUnseen(assignment, screen)
    if (scores) printTruth(scores, truth!.name, screen)
    printWarnings(warnings, screen)
  }
  signal.throwIfAborted()
  const written = await write({ ...assignment, names: model.names }, out, screen)
  if (flags.json) screen.line(assignmentJson(model, input, assignment, { seconds, scores, warnings }))
  if (!talk) return
  printWritten(written, screen)
}

/** What comes in by a pipe can be read once. */
const onceOnly: typeof readNewSamples<Input<ShapedView>> = async (read, given, model) => {
  const input = await read({ ...given, join: given.join ?? 'outer' })
  return { ...input, dataset: matchViews(input.dataset, model) }
}

async function assignWithProgress(
  model: Model,
  { dataset }: Input<ShapedView>,
  { missing, quiet = false }: AssignFlags,
  screen: Screen,
  signal: AbortSignal,
): Promise<Assignment> {
  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  checkFinite(views, dataset.ids)
  const incomplete = dataset.views.flatMap(({ name, view }) => missingValues(name, view) ?? [])
  if (incomplete.length > 0 && missing === undefined)
    throw missingValuesError(
      incomplete,
      'replace them by the mean of the training samples with --missing mean, or leave those samples out',
      dataset.ids,
    )
  const options = { featureNames: featureNames(dataset), missing, signal }
  const assignment = await ProgressDisplay.of(screen, quiet, (onProgress) =>
    assign(model, views, { ...options, onProgress }),
  )
  return { ...assignment, ids: dataset.ids ?? assignment.ids }
}

function printTruth(scores: Scores, name: string, screen: Screen): void {
  screen.line()
  screen.line(`  ${screen.colours.bold('scores')} against ${printable(name)} (1 is best)`)
  printScores(scores, screen)
}

/** How many samples are unlike everything seen, and the strangest of them. */
function printUnseen({ unseen, unseenScores, ids }: Assignment, screen: Screen): void {
  if (!unseen || !unseenScores) return
  const strange = Array.from(unseen.keys()).filter((i) => unseen[i] === 1)
  if (strange.length === 0) return
  strange.sort((a, b) => unseenScores[b] - unseenScores[a] || a - b)
  const first = strange.slice(0, 5).map((i) => printable(ids[i]))
  screen.line()
  screen.line(
    `  ${screen.colours.bold('unseen')}   ${counted(strange.length, 'sample')} unlike everything that the model was made from (unseen_score in labels.csv)`,
  )
  screen.line(screen.colours.dim(`           ${first.join(', ')}${strange.length > first.length ? ', …' : ''}`))
}

async function write(
  { memberships, ...found }: Assignment & { names?: readonly string[] },
  { folder, labels }: Places,
  screen: Screen,
): Promise<string[]> {
  const csv = writeLabelsCsv(found)
  const files: { path: string; bytes: string }[] = []
  if (folder !== undefined)
    files.push(
      { path: join(folder, 'labels.csv'), bytes: csv },
      { path: join(folder, 'memberships.csv'), bytes: writeMembershipsCsv(found.ids, memberships) },
    )
  if (labels === '-') screen.out(csv)
  else if (labels !== undefined) files.push({ path: labels, bytes: csv })
  for (const { path } of files) await mkdir(dirname(path), { recursive: true })
  await writeAllAtomically(files)
  return files.map(({ path }) => path)
}

function assignmentJson(
  model: Model,
  { dataset }: Input<ShapedView>,
  { labels, confidence, unseen }: Assignment,
  more: { seconds: number; scores: Scores | null; warnings: readonly string[] },
): string {
  const { method, clusters, samples: trainedOn, way } = model
  const sizes = new Array<number>(clusters).fill(0)
  for (const label of labels) sizes[label]++
  return printedJson('assign', {
    model: { method, clusters, samples: trainedOn, way, holdsTrainingData: holdsTrainingData(model) },
    samples: labels.length,
    views: dataset.views.map(({ name, view }) => ({ name, features: view.features })),
    sizes,
    unseen: unseen?.reduce((sum, mark) => sum + mark, 0) ?? null,
    meanConfidence: confidence.reduce((sum, value) => sum + value, 0) / confidence.length,
    ...more,
    secondsTotal: process.uptime(),
  })
}
