import { resolve } from 'node:path'
import { type Clustering, cutClusters, InputError, score } from '@manyview/core'
import { associate, type MetadataColumn, type MetadataValue } from '@manyview/core/metadata'
import { clusteringOf, featureNames, type StoredClustering, writeLabelsCsv } from '@manyview/formats'
import type { Command } from 'commander'
import { readClusteringRecord, recordPath } from '../files/read-clustering-record.ts'
import { completeDataset } from '../input/complete-dataset.ts'
import type { Input } from '../input/read-input.ts'
import { printedJson } from '../json/printed.ts'
import { printScores, printSizes, printWarnings } from '../print/print-clustering.ts'
import { printEarlier, printWritten } from '../print/print-written.ts'
import { renderReport } from '../report/render-report.ts'
import { explainRun } from '../run/explain-run.ts'
import { runClustering } from '../run/run-clustering.ts'
import { readAgain } from '../run/stored-run.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags } from '../settings/flags.ts'
import { type Settings, settings } from '../settings/table.ts'
import { writeAtomically } from '../writing/write-atomically.ts'
import { writeClustering } from '../writing/write-clustering.ts'

type CutFlags = Settings<'cut'>

const MILLISECONDS_PER_DAY = 86_400_000

const examples = `
A fit keeps a tree of its clusters, from 1 to three times as many as were asked for. A cut
gives any number between within a second. It is close to a fit with that number, below the
number of the fit closer than above. With --exact the command clusters the files of --views
again and gives the labels of "manyview fit". The number of the fit gives its own labels.
With --views a cut also has the map, the features and the names.

Examples:
  $ manyview cut results --clusters 12
  $ manyview cut results/clustering.json -k 3 --out three.csv
  $ manyview cut results -k 12 --views data.mat --out twelve
  $ manyview cut results -k 12 --views data.mat --exact --out twelve
`

/** `manyview cut`: another number of clusters from the tree of a fit. */
export function addCut(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(
    program
      .command('cut')
      .description('give another number of clusters from the tree of a fit')
      .argument('<result>', 'the folder that "manyview fit --out" wrote, or its clustering.json'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((path: string, flags: CutFlags) => cut(path, flags, screen, signal))
}

async function cut(given: string, flags: CutFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { clusters, exact = false, views, out: { folder, labels: file } = {}, json = false, quiet = false } = flags
  const fail = (argument: string, code: string, message: string): never => {
    throw new InputError(message, { code, argument })
  }
  if (clusters === undefined)
    return fail(
      '--clusters',
      'bad-option',
      'is missing, say how many clusters to cut the tree into, for example --clusters 12',
    )
  if (exact && !views)
    fail('--exact', 'bad-option', 'needs the data, since clustering.json holds no scores and graphs: add --views FILES')
  if (json && file === '-') fail('--out', 'bad-option', 'cannot be "-" together with --json, give a file')
  const path = recordPath(given)
  const stored = await readClusteringRecord(path)
  // The files that were clustered are inputs, too, as far as they are where they were.
  const clustered = stored.record.inputs
    .map(({ name }) => name)
    .filter((name) => file && resolve(name) === resolve(file))
  await checkOutputs([path, ...(views ?? []), ...clustered], { out: folder, files: [file] })
  const { tree, record, labels } = stored
  const input = views && (await readAgain(stored, path, views, signal))
  const same = clusters === record.clusters
  if (!tree && !exact)
    fail(
      path,
      'no-tree',
      record.clusters === 1
        ? 'has no tree, because it was fitted with 1 cluster: fit again with more'
        : `has no tree: fit again with the method consensus, which keeps one (this is ${record.method})`,
    )
  const clustering: Clustering =
    exact && input
      ? await fitAgain(stored, input, clusters, screen, quiet, signal)
      : {
          ...clusteringOf(stored),
          clusters,
          labels: cutClusters(tree!, labels, record.clusters, clusters),
          // How sure the members are of other clusters than theirs is not known.
          confidence: same ? stored.confidence : null,
        }
  const truth = stored.truth && {
    name: stored.truth.name,
    labels: Array.from(stored.truth.codes, (code) => stored.truth!.classes[code]),
  }
  const scores = truth && score(truth.labels, clustering.labels)
  const talk = !json && !quiet && file !== '-'
  if (talk) {
    screen.line()
    screen.line(
      `${screen.colours.bold(`${clusters} clusters`)} ${exact ? 'fitted again' : `cut from the tree of ${record.clusters}`}`,
    )
    screen.line()
    printSizes(clustering, screen, same ? record.names : undefined)
    if (scores) {
      screen.line()
      printScores(scores, screen)
    }
    if (clusters > record.clusters && !exact)
      screen.line(
        `  ${screen.colours.dim(`A fit with this number is more accurate: add --exact${input ? '' : ' and --views FILES'}.`)}`,
      )
  }
  const written: string[] = []
  if (folder !== undefined) {
    const explaining = input && {
      views: Object.fromEntries(input.dataset.views.map(({ name, view }) => [name, view])),
      clustering,
    }
    const explanation = explaining ? await explainRun(explaining, screen, quiet, signal) : null
    const about = {
      ...record,
      reading: exact ? record.reading : { ...record.reading, cut: record.clusters },
      names: same ? record.names : undefined,
      scores,
      warnings: exact ? clustering.warnings : record.warnings,
      truth,
      metadata: associationsOf(stored, clustering.labels),
      explanation,
      featureNames: input && featureNames(input.dataset),
      leaveOneOut: same ? record.leaveOneOut : undefined,
    }
    const page = (_: typeof record, made: StoredClustering) =>
      renderReport(made, input ? { things: input.dataset.things } : {})
    const { paths, ...earlier } = await writeClustering(folder, clustering, about, {}, page)
    written.push(...paths)
    if (talk) printEarlier(folder, earlier, screen)
    if (talk && !input) printWarnings(['the map, the features and the names need the data: add --views FILES'], screen)
  }
  const csv = writeLabelsCsv({ ...clustering, names: same ? record.names : undefined })
  if (file === '-') screen.out(csv)
  else if (file !== undefined) {
    await writeAtomically(file, csv)
    written.push(file)
  }
  if (json) {
    const { labels } = clustering
    const sizes = new Array<number>(clusters).fill(0)
    for (const label of labels) sizes[label]++
    const warnings = exact ? clustering.warnings : record.warnings
    const facts = { samples: labels.length, clusters, from: record.clusters, exact, sizes, scores, warnings }
    screen.line(printedJson('cut', facts))
  }
  if (talk) printWritten(written, screen)
}

/** The fit of a record once more with another number of clusters. */
async function fitAgain(
  { record }: StoredClustering,
  { dataset }: Input,
  clusters: number,
  screen: Screen,
  quiet: boolean,
  signal: AbortSignal,
): Promise<Clustering> {
  const { missing, shuffle, outliers } = settings.fit
  const filling = missing.value.read(record.reading.missing)
  const complete = await completeDataset(dataset, filling, { seed: record.seed, signal })
  const run = {
    views: Object.fromEntries(complete.dataset.views.map(({ name, view }) => [name, view])),
    ids: dataset.ids,
    method: record.method,
    options: record.options,
    clusters,
    seed: record.seed,
    outliers: outliers.value.read(record.reading.outliers),
    shuffle: shuffle.value.read(record.reading.shuffle) ?? null,
    precision: record.precision,
    truth: null,
  }
  const { clustering } = await runClustering(run, screen, quiet, signal)
  return { ...clustering, ...(complete.filled.length > 0 ? { filled: complete.filled } : {}) }
}

/** How the clusters of a cut go with the metadata of a record; null where it has none. */
function associationsOf({ record, metadata }: StoredClustering, labels: Int32Array) {
  if (!record.associations) return null
  const { survival } = record.associations
  const columns = metadata.map((column) => [column.name, valuesOf(column)])
  const kinds = Object.fromEntries(metadata.map(({ name, kind }) => [name, kind]))
  return associate(labels, Object.fromEntries(columns), { survival, kinds })
}

function valuesOf(column: MetadataColumn): MetadataValue[] {
  if (column.kind === 'category') return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
  const isDate = column.kind === 'date'
  return Array.from(column.values, (value) =>
    Number.isNaN(value) ? null : isDate ? new Date(value * MILLISECONDS_PER_DAY) : value,
  )
}
