import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Dataset, readDataset, readLabels } from '@manyview/formats'
import { checksum, checkWritable, fileSource, labelsCsv, writeAtomically, writeClustering } from '@manyview/node'
import type { Command } from 'commander'
import { InputError } from 'manyview'
import { clusteringJson, type ViewSummary } from '../clustering-json.ts'
import { type FitSettings, mergeSettings, readSettings, settingsFile } from '../fit-settings.ts'
import { nameList, setting, wholeNumber } from '../flag-values.ts'
import { Interrupted } from '../interrupted.ts'
import { chooseLabels, labelsVariable } from '../labels-flag.ts'
import { methodChoice } from '../method-choice.ts'
import { openSources } from '../open-sources.ts'
import { printClustering, printWarnings } from '../print-clustering.ts'
import { printDataset } from '../print-dataset.ts'
import { runClustering } from '../run-clustering.ts'
import type { Screen } from '../screen/screen.ts'
import { version } from '../version.ts'

interface FitFlags extends FitSettings {
  settings?: string
  json?: boolean
  quiet?: boolean
}

const examples = `
Views, orientation and labels are guessed from the file and the guess is printed.
Labels are only ever used to print scores. Without --out nothing is written.
"-" reads a CSV or NPY file from stdin. All flags can also stand in ${settingsFile},
for example { "clusters": 5, "set": { "neighbours": 20 } }; flags win.

Examples:
  $ manyview fit data.mat --clusters 5
  $ manyview fit data.mat --clusters 5 --labels auto --out results
  $ manyview fit text.npy image.npy sound.csv --clusters 10 --labels truth.csv
  $ manyview fit data.mat -k 5 --method dstl --set lambda2=5 --json
  $ cat data.csv | manyview fit - -k 5 --labels-out - > labels.csv
`

/** `manyview fit`: clusters the samples of one or more files. */
export function addFit(program: Command, screen: Screen, signal: AbortSignal): void {
  program
    .command('fit')
    .description('cluster the samples of a file with several views, or of one file a view')
    .argument('[file...]', 'MATLAB, NPY, CSV … file: one with all views, or one a view')
    .option('-k, --clusters <k>', 'number of clusters', wholeNumber('--clusters', 1))
    .option('-m, --method <name>', 'method ("manyview methods" lists them)')
    .option('-l, --labels <variable|file|auto>', 'true labels, only to print scores; auto takes the guess')
    .option('--samples <rows|columns>', 'where the samples are, if the guess is wrong')
    .option('--views <names>', 'variables to take as views, with commas between', nameList)
    .option(
      '--shuffle <seed>',
      'cluster in a random order; results keep the order of the file',
      wholeNumber('--shuffle'),
    )
    .option('--seed <n>', 'whole number that fixes every random choice (default 0)', wholeNumber('--seed'))
    .option('--set <option=value>', 'option of the method, any number of times', setting)
    .option('-o, --out <folder>', 'write labels.csv and clustering.json there')
    .option('--labels-out <file>', 'write the labels there as CSV; "-" is stdout')
    .option('--settings <file>', `read settings from there instead of ${settingsFile}`)
    .option('--json', 'print one JSON object and nothing else on stdout')
    .option('-q, --quiet', 'print errors only')
    .addHelpText('after', examples)
    .action((files: string[], flags: FitFlags) =>
      fit({ ...flags, files: files.length > 0 ? files : undefined }, screen, signal),
    )
}

async function fit(flags: FitFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { settings: settingsPath, json = false, quiet = false, ...given } = flags
  const settings = mergeSettings(given, readSettings(settingsPath))
  const { seed = 0, shuffle = null, out, labelsOut } = settings
  const { clusters, files } = checkNeeded(settings)
  const { method, options } = methodChoice(settings.method, settings.set)
  const samplesIn = orientation(settings.samples)
  if (json && labelsOut === '-')
    throw new InputError('cannot be "-" together with --json, give a file', {
      code: 'bad-option',
      argument: '--labels-out',
    })
  if (out !== undefined) await checkWritable(out)
  if (labelsOut !== undefined && labelsOut !== '-') await checkWritable(dirname(labelsOut))

  const sources = await openSources(files, signal)
  const dataset = await readDataset(sources, {
    samples: samplesIn,
    views: settings.views,
    labels: labelsVariable(settings.labels),
  })
  const truth = await chooseLabels(settings.labels, dataset, (path) => readLabels(fileSource(path)))
  const talk = !json && !quiet && labelsOut !== '-'
  if (talk) printDataset(files, dataset, truth?.name ?? null, screen)

  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, view]))
  const run = {
    views,
    ids: dataset.ids,
    method: method.name,
    options,
    clusters,
    seed,
    shuffle,
    truth: truth?.labels ?? null,
  }
  const outcome = await runClustering(run, screen, quiet, signal)
  const { clustering, scores } = outcome
  const summary = summarise(dataset)
  const warnings = [...dataset.warnings, ...clustering.warnings]
  signal.throwIfAborted()

  if (talk) {
    printClustering(outcome, screen, truth?.name ?? null)
    printWarnings(warnings, screen)
  }
  const written: string[] = []
  if (out !== undefined) {
    const inputs = []
    for (const source of sources)
      inputs.push({ name: source.name, bytes: source.byteLength, sha256: await checksum(source) })
    const { samples = null, views = null, labels = null } = settings
    const reading = { samples, views, labels, shuffle }
    const versions = { manyview: version, node: process.versions.node }
    const record = { versions, inputs, reading, views: summary, scores, warnings }
    written.push(...(await writeClustering(out, clustering, record)))
  }
  if (labelsOut !== undefined) {
    const csv = labelsCsv(clustering.ids, clustering.labels, clustering.confidence)
    if (labelsOut === '-') screen.out(csv)
    else {
      await mkdir(dirname(labelsOut), { recursive: true })
      await writeAtomically(labelsOut, csv)
      written.push(labelsOut)
    }
  }
  if (signal.aborted) throw new Interrupted(written.length > 0 ? `${written.join(', ')} complete` : undefined)
  if (json) screen.line(clusteringJson(outcome, summary, shuffle, warnings))
  if (!talk) return
  screen.line()
  screen.line(
    written.length > 0 ? `  written  ${written.join(', ')}` : '  Nothing was written; --out FOLDER keeps the labels.',
  )
}

function checkNeeded({ clusters, files = [] }: FitSettings): { clusters: number; files: string[] } {
  const missing = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'missing', argument })
  }
  if (files.length === 0) missing('file', 'none is given, for example: manyview fit data.mat --clusters 5')
  if (clusters !== undefined) return { clusters, files }
  return missing('--clusters', 'is missing, say how many clusters to find, for example --clusters 5')
}

function orientation(text: string | undefined): 'rows' | 'columns' | undefined {
  if (text === undefined || text === 'rows' || text === 'columns') return text
  throw new InputError(`is "${text}", give rows or columns`, { code: 'bad-option', argument: '--samples' })
}

function summarise(dataset: Dataset): ViewSummary[] {
  return dataset.views.map(({ name, view, kind }) => ({
    name,
    features: view.features,
    kind,
    sparse: 'pointers' in view,
  }))
}
