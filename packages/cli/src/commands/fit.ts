import { type ByteSource, type Dataset, readDataset, readLabels } from '@manyview/formats'
import { checksum, checkWritable, fileSource, writeClustering } from '@manyview/node'
import type { Command } from 'commander'
import { InputError } from 'manyview'
import { clusteringJson, type ViewSummary } from '../clustering-json.ts'
import { nameList, setting, wholeNumber } from '../flag-values.ts'
import { Interrupted } from '../interrupted.ts'
import { chooseLabels, labelsVariable } from '../labels-flag.ts'
import { methodChoice } from '../method-choice.ts'
import { printClustering, printWarnings } from '../print-clustering.ts'
import { printDataset } from '../print-dataset.ts'
import { runClustering } from '../run-clustering.ts'
import type { Screen } from '../screen/screen.ts'
import { version } from '../version.ts'

interface FitFlags {
  clusters?: number
  method?: string
  labels?: string
  samples?: string
  views?: string[]
  shuffle?: number
  seed?: number
  set?: Record<string, string>
  out?: string
  json?: boolean
  quiet?: boolean
}

const examples = `
Views, orientation and labels are guessed from the file and the guess is printed.
Labels are only ever used to print scores. Without --out nothing is written.

Examples:
  $ manyview fit data.mat --clusters 5
  $ manyview fit data.mat --clusters 5 --labels auto --out results
  $ manyview fit text.npy image.npy sound.csv --clusters 10 --labels truth.csv
  $ manyview fit data.mat -k 5 --method dstl --set lambda2=5 --json
`

/** `manyview fit`: clusters the samples of one or more files. */
export function addFit(program: Command, screen: Screen, signal: AbortSignal): void {
  program
    .command('fit')
    .description('cluster the samples of a file with several views, or of one file a view')
    .argument('<file...>', 'MATLAB, NPY, CSV … file: one with all views, or one a view')
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
    .option('--json', 'print one JSON object and nothing else on stdout')
    .option('-q, --quiet', 'print errors only')
    .addHelpText('after', examples)
    .action((paths: string[], flags: FitFlags) => fit(paths, flags, screen, signal))
}

async function fit(paths: readonly string[], flags: FitFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { clusters, seed = 0, shuffle = null } = flags
  if (clusters === undefined)
    throw new InputError('is missing, say how many clusters to find, for example --clusters 5', {
      code: 'clusters',
      argument: '--clusters',
    })
  const { method, options } = methodChoice(flags.method, flags.set)
  const samplesIn = orientation(flags.samples)
  if (flags.out !== undefined) await checkWritable(flags.out)
  const sources = paths.map((path) => stoppable(fileSource(path), signal))
  const variable = labelsVariable(flags.labels)

  const dataset = await readDataset(sources, { samples: samplesIn, views: flags.views, labels: variable })
  const truth = await chooseLabels(flags.labels, dataset, (path) => readLabels(fileSource(path)))
  const talk = !flags.json && !flags.quiet
  if (talk) printDataset(paths, dataset, truth?.name ?? null, screen)

  const outcome = await runClustering(
    {
      views: Object.fromEntries(dataset.views.map(({ name, view }) => [name, view])),
      ids: dataset.ids,
      method: method.name,
      options,
      clusters,
      seed,
      shuffle,
      truth: truth?.labels ?? null,
    },
    screen,
    flags.quiet === true,
    signal,
  )
  const views = summarise(dataset)
  const warnings = [...dataset.warnings, ...outcome.clustering.warnings]
  signal.throwIfAborted()
  if (talk) {
    printClustering(outcome, screen, truth?.name ?? null)
    printWarnings(warnings, screen)
  }
  if (flags.out !== undefined) {
    const inputs = []
    for (const source of sources)
      inputs.push({ name: source.name, bytes: source.byteLength, sha256: await checksum(source) })
    const written = await writeClustering(flags.out, outcome.clustering, {
      versions: { manyview: version, node: process.versions.node },
      inputs,
      reading: { samples: samplesIn ?? null, views: flags.views ?? null, labels: flags.labels ?? null, shuffle },
      views,
      scores: outcome.scores,
      warnings,
    })
    if (signal.aborted) throw new Interrupted(`the results are complete in ${flags.out}`)
    if (talk) screen.line(`\n  written  ${written.join(', ')}`)
  } else if (talk) screen.line('\n  Nothing was written; --out FOLDER keeps the labels.')
  if (flags.json) screen.line(clusteringJson(outcome, views, shuffle, warnings))
}

function orientation(text: string | undefined): 'rows' | 'columns' | undefined {
  if (text === undefined || text === 'rows' || text === 'columns') return text
  throw new InputError(`is "${text}", give rows or columns`, { code: 'bad-option', argument: '--samples' })
}

/** The same bytes, but reading ends when the user interrupts. */
function stoppable(source: ByteSource, signal: AbortSignal): ByteSource {
  return {
    name: source.name,
    byteLength: source.byteLength,
    slice(start, end) {
      signal.throwIfAborted()
      return source.slice(start, end)
    },
  }
}

function summarise(dataset: Dataset): ViewSummary[] {
  return dataset.views.map(({ name, view, kind }) => ({
    name,
    features: view.features,
    kind,
    sparse: 'pointers' in view,
  }))
}
