import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Clustering, type Clusters, InputError, type Precision, type ShapedView } from '@manyview/core'
import type { ClusteringRecord, RunRecord } from '@manyview/formats'
import {
  type ByteSource,
  clusteringRecord,
  type Dataset,
  featureNames,
  readLabels,
  storedClustering,
  writeLabelsCsv,
} from '@manyview/formats'
import type { Command } from 'commander'
import { checksum } from '../files/checksum.ts'
import { fileSource } from '../files/file-source.ts'
import { checkOutputs, filesRead, picturesRead } from '../flags/check-outputs.ts'
import { addCheckpointFlags, openCheckpoints } from '../flags/checkpoint-flags.ts'
import { clustersFlag } from '../flags/clusters-flag.ts'
import { type FitSettings, mergeSettings, readSettings, settingsFile } from '../flags/fit-settings.ts'
import { namedValue, wholeNumber } from '../flags/flag-values.ts'
import { chooseLabels } from '../flags/labels-flag.ts'
import { addMetadataFlags } from '../flags/metadata-flags.ts'
import { methodChoice } from '../flags/method-choice.ts'
import { namesFrom, namesOfFound } from '../flags/names-file.ts'
import { outliersFlag } from '../flags/outliers-flag.ts'
import { addReadingFlags, cacheFolder, readOptions, treatedAs } from '../flags/reading-flags.ts'
import { byteCount, runLimits } from '../flags/run-limits.ts'
import { checkStream, type StreamFiles, withStream } from '../flags/stream-flag.ts'
import { checkWeights, weighViews } from '../flags/view-weights.ts'
import { checkSize } from '../input/check-size.ts'
import { addMissingFlag, completeDataset } from '../input/complete-dataset.ts'
import { readInput } from '../input/read-input.ts'
import { Interrupted } from '../interrupted.ts'
import { agreeOnFiles, agreeOnSettings } from '../mpi/agree.ts'
import { joinRanks } from '../mpi/join-ranks.ts'
import { clusteringJson } from '../print/clustering-json.ts'
import { printAssociations } from '../print/print-associations.ts'
import { printChoice } from '../print/print-choice.ts'
import { printClustering, printNamedBy, printWarnings } from '../print/print-clustering.ts'
import { printDataset } from '../print/print-dataset.ts'
import { printEstimate } from '../print/print-estimate.ts'
import { printEarlier, printLabelsAreThere, printWritten } from '../print/print-written.ts'
import { type ReportOptions, renderReport } from '../report/render-report.ts'
import { associateRun, gatherMetadata, type SampleMetadata } from '../run/associate-run.ts'
import { describeInput } from '../run/describe-input.ts'
import { explainRun, tryToExplain } from '../run/explain-run.ts'
import { checkLeaveOneOut, leaveOneOutRun } from '../run/leave-one-out-run.ts'
import { matrixFiles, matrixFormat } from '../run/matrix-files.ts'
import { deviceName, onDevice } from '../run/on-device.ts'
import { runClustering } from '../run/run-clustering.ts'
import { saveModel } from '../run/save-model.ts'
import { StageTimes } from '../run/stage-times.ts'
import { threadsAhead } from '../run/threads-ahead.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { writeAtomically } from '../writing/write-atomically.ts'
import { writeClustering } from '../writing/write-clustering.ts'

interface FitFlags extends FitSettings {
  settings?: string
  json?: boolean | string
  quiet?: boolean
}

const examples = `
Manyview finds views, orientation and labels in the file and prints what it found. It uses
labels only to print scores. Without --out, --labels-out or --model it writes no file.
Settings can also be written in ${settingsFile}, for example
{ "clusters": 5, "method": "dstl", "set": { "lambda2": 5 } }; flags of the command line win.

Examples:
  $ manyview fit data.mat --clusters 5
  $ manyview fit data.mat --clusters 5 --labels auto --out results
  $ manyview fit data.mat --clusters auto
  $ manyview fit data.mat --clusters 2..40 --out results
  $ manyview fit text.npy image.npy sound.csv --clusters 10 --labels truth.csv
  $ manyview fit data.mat -k 5 --weight text=2 --leave-one-out --out results
  $ manyview fit data.mat -k 5 --method dstl --set lambda2=5 --json
  $ manyview fit genes.csv proteins.csv -k 3 --metadata clinical.csv --out results
  $ manyview fit genes.csv proteins.csv clinical.csv -k 3 --json labels
  $ manyview fit data.mat -k 5 --model data.model
  $ manyview fit data.npy -k 20 --set effort=fast --profile
  $ manyview fit huge.npy other.npy -k 20 --method dstl --stream --out results
  $ mpirun -n 4 manyview fit text.npy image.npy -k 10 --method dstl --out results
  $ cat data.csv | manyview fit - -k 5 --labels-out - > labels.csv
`

/** `manyview fit`: clusters the samples of one or more files. */
export function addFit(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('fit')
    .description('cluster the samples of one file with several views, or of one file per view')
    .argument('[file...]', 'one file with all views, or one file per view; a folder; a views.json; - for stdin')
    .option('-k, --clusters <k|from..to|auto>', 'number of clusters, or how to choose it', clustersFlag)
    .option('-m, --method <name>', 'method ("manyview methods" lists them)')
    .option(
      '-l, --labels <variable|file|auto>',
      'true labels, used only to print scores; auto takes those found in the file',
    )
  addCheckpointFlags(addMetadataFlags(addMissingFlag(addReadingFlags(command))))
    .option(
      '--shuffle <seed>',
      'cluster the samples in a random order; results keep the order of the file',
      wholeNumber('--shuffle'),
    )
    .option('--seed <n>', 'whole number that fixes every random choice (default 0)', wholeNumber('--seed'))
    .option('--set <option=value>', 'option of the method; can be repeated', namedValue('--set'))
    .option(
      '--weight <view=number>',
      'how much a view counts (default 1), if the method has weights',
      namedValue('--weight'),
    )
    .option(
      '--outliers <auto|share>',
      'set samples that are unlike all others aside, with the label -1: those past a limit, or a share such as 2%',
      outliersFlag,
    )
    .option(
      '--names <file>',
      'names of the clusters, one per line in the order of the clusters (default: what sets them apart)',
    )
    .option('--leave-one-out', 'fit again without each view and show what changes: one more fit per view')
    .option('--threads <n>', 'threads to use (default all); results do not depend on it', wholeNumber('--threads', 1))
    .option(
      '--precision <name>',
      'double (default), relaxed (faster, the last digits differ) or single (faster, fewer digits, dstl only)',
    )
    .option(
      '--device <cpu|gpu|auto>',
      'cpu (default), gpu (a graphics card takes over the heavy steps) or auto (a card where it pays)',
      deviceName,
    )
    .option('--stream', 'read the views in blocks, for data larger than memory')
    .option('--profile', 'print how long each stage of the fit took')
    .option('--memory <bytes>', 'most memory for the method, such as 8GB (default 60 % of the free memory)', byteCount)
    .option('-o, --out <folder>', 'write labels, explanations (CSV), clustering.json and report.html to this folder')
    .option('--report', 'with --out: write report.html (default)')
    .option('--no-report', 'with --out: do not write report.html, which takes time for large data')
    .option('--format <npy|parquet>', 'with --out: also write memberships and embedding')
    .option('--labels-out <file>', 'write the labels to this file as CSV; "-" is stdout')
    .option('--model <file>', 'save a model to this file, so that "manyview assign" can place new samples')
    .option('--settings <file>', `read settings from this file instead of ${settingsFile}`)
    .option('--json [labels]', 'print one JSON object and nothing else on stdout; "--json labels" adds labels and ids')
    .option('-q, --quiet', 'print errors only')
    .addHelpText('after', helpNotes(examples, screen))
    .action((files: string[], flags: FitFlags) => {
      const all = withFileAfterJson(files, flags.json, program.args)
      return fit({ ...flags, files: all.length > 0 ? all : undefined }, screen, signal)
    })
}

/** A file right after `--json` looks like its value: it comes back among the files, in its place. */
function withFileAfterJson(files: string[], json: FitFlags['json'], words: readonly string[]): string[] {
  if (typeof json !== 'string' || json === 'labels') return files
  const isBefore = (file: string) => words.indexOf(file) < words.indexOf('--json')
  return [...files.filter(isBefore), json, ...files.filter((file) => !isBefore(file))]
}

async function fit(flags: FitFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { settings: settingsPath, json, quiet = false, ...given } = flags
  const settings = mergeSettings(given, readSettings(settingsPath))
  const told = { json: json !== undefined, withLabels: json === 'labels', quiet, settingsPath }
  await withStream(settings.stream, settings.out, (blocks) => fitFiles(settings, told, blocks, screen, signal))
}

async function fitFiles(
  settings: FitSettings,
  told: { json: boolean; withLabels: boolean; quiet: boolean; settingsPath?: string },
  blocks: StreamFiles | undefined,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { seed = 0, shuffle = null } = settings
  const { json, withLabels, quiet, settingsPath } = told
  const { clusters, files } = await check(settings, json, settingsPath)
  const { method, options } = methodChoice(settings.method, { ...settings.set, ...treatedAs(settings) })
  checkWeights(settings.weight ?? {}, method, settings.set)
  const memory = settings.memory === undefined ? undefined : byteCount(String(settings.memory))

  const ranks = await joinRanks(method)
  agreeOnSettings(ranks.ranks, settings)
  const names = ranks.first && settings.names !== undefined ? namesFrom(settings.names, clusters) : undefined
  if (blocks) checkStream(method, settings.precision)
  const checkpoints = openCheckpoints(settings, method, ranks.ranks)
  if (!blocks && ranks.ranks.size === 1) checkSize(files, method)
  const on = { ranks: ranks.rows, scratch: blocks?.scratch }
  const [cache, { threads, embed }] = [cacheFolder(settings), settings]
  threadsAhead(files, threads)
  const onOpen = (sources: readonly ByteSource[]) => agreeOnFiles(ranks.ranks, sources)
  const { dataset, sources } = await ProgressDisplay.of(screen, quiet, (onProgress) =>
    readInput(files, readOptions(settings), signal, { ...on, blocks, onOpen, onProgress, cache, threads, embed }),
  )
  await checkOutputs(picturesRead(dataset.things), { out: settings.out, files: [settings.labelsOut, settings.model] })
  const metadata = ranks.first ? await gatherMetadata(settings, dataset, signal) : null
  // Before the fit, so that a file that is replaced meanwhile costs no result, and on the rank that writes.
  const read = [...sources, ...(metadata?.sources ?? [])]
  const inputs = ranks.first && settings.out !== undefined ? await checksums(read) : []
  const complete = await completeDataset(dataset, settings.missing, { seed, signal, ...on })
  const truth = !ranks.first
    ? null
    : await chooseLabels(settings.labels, dataset, (path) => readLabels(fileSource(path)))
  const talk = !json && !quiet && settings.labelsOut !== '-'
  if (talk) printDataset(files, withMetadata(dataset, metadata), truth?.name ?? null, screen)
  checkLeaveOneOut(settings.leaveOneOut, dataset.views.length)
  const weighed = weighViews(options, method, dataset, settings.weight)
  const views = Object.fromEntries(complete.dataset.views.map(({ name, view }) => [name, view]))
  const reporting = settings.out !== undefined && settings.report !== false
  const keeping = settings.format !== undefined || settings.model !== undefined
  const times = new StageTimes()
  const run = {
    views,
    scratch: on.scratch,
    ids: dataset.ids,
    method: method.name,
    options: weighed.options,
    clusters,
    seed,
    outliers: settings.outliers === undefined ? undefined : outliersFlag(String(settings.outliers)),
    shuffle,
    threads: settings.threads,
    precision: settings.precision as Precision | undefined,
    memoryLimit: runLimits({ memory }).memoryLimit,
    truth: truth?.labels ?? null,
    ranks: ranks.ranks,
    matrices: { memberships: keeping, embedding: keeping || reporting },
    details: settings.model !== undefined,
    checkpoints,
    watch: times.note.bind(times),
  }
  if (talk) await printEstimate(run, runLimits({ threads: settings.threads }).threads, screen)
  const deviceWarnings: string[] = []
  const outcome = await onDevice(
    deviceName(settings.device ?? 'cpu'),
    { samples: Object.values(views)[0].samples, method: method.name },
    (message) => deviceWarnings.push(message),
    (device) => runClustering({ ...run, device }, screen, quiet, signal),
  )
  outcome.clustering.warnings.push(...deviceWarnings)
  const inParts = reporting && !ranks.holdsAll
  const { clustering, scores } = outcome
  if (complete.filled.length > 0) clustering.filled = complete.filled
  const keepModel = async (path: string) =>
    saveModel(on, path, complete.dataset, clustering, screen, { talk, quiet }, signal)
  const explaining = { views, clustering, threads, ...on }
  if (!ranks.first) {
    // What the first process does below it does together with the others, in the same order.
    if (settings.leaveOneOut && !ranks.holdsAll) await leaveOneOutRun(run, clustering, screen, { talk, quiet }, signal)
    if (inParts) await explainRun(explaining, screen, quiet, signal)
    if (settings.model !== undefined && !ranks.holdsAll) await keepModel(settings.model)
    signal.throwIfAborted()
    return ranks.finish()
  }
  const named = namesOfFound(names, clustering.clusters)
  const warnings = [
    ...named.warnings,
    ...complete.dataset.warnings,
    ...(metadata?.warnings ?? []),
    ...weighed.warnings,
    ...clustering.warnings,
  ]
  const associations = metadata && associateRun(clustering.labels, metadata)
  signal.throwIfAborted()

  const show = (names?: readonly string[]) => {
    if (clustering.choice) printChoice(clustering.choice, clustering.tree?.leafSizes.length ?? 0, screen)
    printClustering(outcome, screen, truth?.name ?? null, names)
    if (associations) printAssociations(associations, screen)
    printWarnings(warnings, screen)
    if (settings.profile) times.print(screen)
  }
  // Names come with the report.
  if (talk && !reporting) show(named.names)
  const leaveOneOut = settings.leaveOneOut
    ? await leaveOneOutRun(run, clustering, screen, { talk, quiet }, signal)
    : undefined
  const plain = {
    ...(await describeInput(dataset, settings)),
    inputs,
    scores,
    warnings,
    truth,
    leaveOneOut,
    metadata: associations,
    featureNames: featureNames(dataset),
    ...(named.names && { names: named.names }),
  }
  // Who waits for the labels has them now, and whatever ends the process while it explains does not cost them.
  if (reporting) {
    const early = await writeResults(
      clustering,
      plain,
      { ...settings, report: false, labelsOut: undefined },
      screen,
      talk,
    )
    if (talk) printLabelsAreThere(early[0], screen)
  }
  const explain = async () =>
    inParts
      ? { explanation: await explainRun(explaining, screen, quiet, signal), warnings: [] }
      : tryToExplain(explaining, screen, quiet, signal)
  const explained = reporting ? await explain() : null
  const record = {
    ...plain,
    warnings: [...warnings, ...(explained?.warnings ?? [])],
    explanation: explained?.explanation,
  }
  if (talk && reporting) {
    const { names, namedBy } = clusteringRecord(clustering, record)
    show(names)
    if (namedBy) printNamedBy(namedBy, screen)
    printWarnings(explained?.warnings ?? [], screen)
  }
  const report = explained !== null && !signal.aborted
  const shown = { ...settings, report, things: dataset.things }
  const written = await writeResults(clustering, record, shown, screen, talk && !reporting)
  if (settings.model !== undefined && !signal.aborted) {
    await keepModel(settings.model)
    written.push(settings.model)
  }
  if (signal.aborted)
    throw new Interrupted(
      written.length > 0 ? `${written.join(', ')} ${written.length === 1 ? 'is' : 'are'} complete` : undefined,
    )
  checkpoints?.clear()
  ranks.finish()
  if (json)
    screen.line(clusteringJson(outcome, record.views, { shuffle, warnings, leaveOneOut, associations, withLabels }))
  if (!talk) return
  printWritten(written, screen)
}

/** Everything that can be found wrong before a file is read. */
async function check(
  settings: FitSettings,
  json: boolean,
  settingsPath: string = settingsFile,
): Promise<{ clusters: Clusters; files: string[] }> {
  const { clusters, files = [], out, labelsOut, format, model, checkpoint } = settings
  const fail = (argument: string, message: string): never => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  if (files.length === 0) fail('file', 'no file is given, for example: manyview fit data.mat --clusters 5')
  if (json && labelsOut === '-') fail('--labels-out', 'cannot be "-" together with --json, give a file')
  if (matrixFormat(format) && out === undefined) fail('--format', 'needs a folder to write to, add --out FOLDER')
  await checkOutputs([settingsPath, ...filesRead(settings)], { out, checkpoint, files: [labelsOut, model] })
  if (clusters !== undefined)
    return { clusters: typeof clusters === 'string' ? clustersFlag(clusters) : clusters, files }
  return fail('--clusters', 'is missing, say how many clusters to find, for example --clusters 5, or --clusters auto')
}

async function checksums(sources: readonly ByteSource[]): Promise<RunRecord['inputs']> {
  const inputs = []
  for (const source of sources)
    inputs.push({ name: source.name, bytes: source.byteLength, sha256: await checksum(source) })
  return inputs
}

/** The dataset with the metadata of other files beside its own. */
function withMetadata<V extends ShapedView>(dataset: Dataset<V>, found: SampleMetadata | null): Dataset<V> {
  if (!found) return dataset
  const metadata = Object.entries(found.columns).map(([name, values]) => ({ name, values }))
  return { ...dataset, metadata, notes: [...dataset.notes, ...found.notes] }
}

async function writeResults(
  clustering: Clustering,
  record: RunRecord,
  { out, format, labelsOut, report, things }: FitSettings & { things?: Dataset['things'] },
  screen: Screen,
  talk: boolean,
): Promise<string[]> {
  const written: string[] = []
  if (out !== undefined) {
    const matrices = format === undefined ? {} : await matrixFiles(clustering, matrixFormat(format)!)
    const page = report ? reportOf({ seconds: clustering.seconds, things }) : undefined
    const { paths, ...earlier } = await writeClustering(out, clustering, record, matrices, page)
    written.push(...paths)
    if (talk) printEarlier(out, earlier, screen)
  }
  if (labelsOut === undefined) return written
  const csv = writeLabelsCsv(clustering)
  if (labelsOut === '-') {
    screen.out(csv)
    return written
  }
  await mkdir(dirname(labelsOut), { recursive: true })
  await writeAtomically(labelsOut, csv)
  return [...written, labelsOut]
}

function reportOf(options: ReportOptions) {
  return (record: ClusteringRecord) => renderReport(storedClustering(record), options)
}
