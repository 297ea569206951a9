import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clustering } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import {
  type ClusteringRecord,
  clusteringRecord,
  type Dataset,
  featureNames,
  type LabelRows,
  type RunRecord,
  type StoredClustering,
  writeLabelsCsv,
} from '@manyview/formats'
import { Interrupted } from '../interrupted.ts'
import { clusteringJson, type ViewSummary } from '../print/clustering-json.ts'
import { printAssociations } from '../print/print-associations.ts'
import { printChoice } from '../print/print-choice.ts'
import { printClustering, printNamedBy, printWarnings } from '../print/print-clustering.ts'
import { printFeatureSets } from '../print/print-feature-sets.ts'
import { printEarlier, printLabelsAreThere, printWritten } from '../print/print-written.ts'
import { type ReportOptions, renderReport } from '../report/render-report.ts'
import type { Screen } from '../screen/screen.ts'
import { namesOfFound } from '../settings/names-file.ts'
import type { FitSettings } from '../settings/settings-file.ts'
import { version } from '../version.ts'
import { writeAtomically } from '../writing/write-atomically.ts'
import { writeClustering } from '../writing/write-clustering.ts'
import { associateRun } from './associate-run.ts'
import type { FitResult } from './cluster-fit.ts'
import { type Explained, explainRun, tryToExplain } from './explain-run.ts'
import { setsFile, type TestedSets, testSets } from './feature-sets-run.ts'
import { leaveOneOutRun } from './leave-one-out-run.ts'
import { matrixFiles } from './matrix-files.ts'
import type { FitPlan } from './plan-fit.ts'
import type { FitInput } from './read-fit.ts'
import { saveModel } from './save-model.ts'

/** Settings that decide what is clustered. */
const recordedSettings = [
  ...(['samples', 'views', 'columns', 'id', 'kind', 'categories', 'skipBroken', 'embed', 'join', 'missing'] as const),
  ...(['labels', 'metadata', 'sets', 'shuffle', 'stream', 'outliers'] as const),
]

/** Prints, explains and writes what a fit found. Of several processes the first does so, with the help of the others where every process holds only some of the samples. */
export async function reportFit(
  plan: FitPlan,
  input: FitInput,
  result: FitResult,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { settings, talk, quiet } = plan
  const { job, dataset, complete } = input
  const { clustering, run } = result
  const on = { ranks: job.rows, scratch: run.scratch }
  const explaining = { views: run.views, clustering, threads: settings.threads, ...on }
  const keepModel = (path: string, names?: readonly string[]) =>
    saveModel(on, path, complete.dataset, clustering, names, screen, { talk, quiet }, signal)
  if (!job.first) {
    // What the first process does below it does together with the others, in the same order.
    if (!job.holdsAll) {
      if (settings.leaveOneOut) await leaveOneOutRun(run, clustering, screen, { talk, quiet }, signal)
      if (plan.report) await explainRun(explaining, screen, quiet, signal)
      if (settings.model !== undefined) await keepModel(settings.model)
    }
    signal.throwIfAborted()
    return job.finish()
  }
  const clusterNames = namesOfFound(input.names, clustering.clusters)
  const warnings = [...clusterNames.warnings, ...input.warnings, ...clustering.warnings]
  const associations = input.metadata && associateRun(clustering.labels, input.metadata)
  signal.throwIfAborted()

  const test = () => testSets(input.sets, run.views, clustering.labels, screen, quiet, signal)
  let tested: TestedSets | null = null
  const show = (names?: readonly string[]) => {
    if (clustering.choice) printChoice(clustering.choice, clustering.tree?.leafSizes.length ?? 0, screen)
    printClustering(result, screen, input.truth?.name ?? null, names)
    if (associations) printAssociations(associations, screen)
    if (tested) printFeatureSets(tested, names, screen)
    printWarnings(warnings, screen)
  }
  // Names come with the report, and labels are written before the sets are tested.
  if (!plan.report) tested = await test()
  if (talk && !plan.report) show(clusterNames.names)
  const leaveOneOut = settings.leaveOneOut
    ? await leaveOneOutRun(run, clustering, screen, { talk, quiet }, signal)
    : undefined
  const record: RunRecord = {
    ...(await describeInput(dataset, settings)),
    inputs: input.inputs,
    scores: result.scores,
    warnings,
    truth: input.truth,
    leaveOneOut,
    metadata: associations,
    featureNames: featureNames(dataset),
    ...(clusterNames.names && { names: clusterNames.names }),
  }
  const written: string[] = []
  // Who waits for the labels has them now, and whatever ends the process while it explains does not cost them.
  if (plan.report) {
    const [labels] = await writeFolder(plan, clustering, record, null, null, screen)
    if (talk) printLabelsAreThere(labels, screen)
    const explain = async (): Promise<Explained> =>
      job.holdsAll
        ? tryToExplain(explaining, screen, quiet, signal)
        : { explanation: await explainRun(explaining, screen, quiet, signal), warnings: [] }
    const { explanation, warnings: further } = await explain()
    record.explanation = explanation
    record.warnings = [...warnings, ...further]
    tested = await test()
    if (talk) {
      const { names, namedBy } = clusteringRecord(clustering, record)
      show(names)
      if (namedBy) printNamedBy(namedBy, screen)
      printWarnings(further, screen)
    }
    const page = signal.aborted ? null : { seconds: clustering.seconds, things: dataset.things }
    written.push(...(await writeFolder({ ...plan, talk: false }, clustering, record, tested, page, screen)))
  } else if (plan.out.folder !== undefined)
    written.push(...(await writeFolder(plan, clustering, record, tested, null, screen)))
  const isNamed = plan.out.labels !== undefined || settings.model !== undefined
  const { names } = isNamed ? clusteringRecord(clustering, record) : record
  written.push(...(await writeLabels(plan.out.labels, { ...clustering, names }, screen)))
  if (settings.model !== undefined && !signal.aborted) {
    await keepModel(settings.model, names)
    written.push(settings.model)
  }
  if (signal.aborted)
    throw new Interrupted(
      written.length > 0 ? `${written.join(', ')} ${written.length === 1 ? 'is' : 'are'} complete` : undefined,
    )
  input.checkpoints?.clear()
  job.finish()
  const stages = result.times.all()
  const facts = {
    shuffle: run.shuffle,
    stages,
    warnings,
    leaveOneOut,
    associations,
    tested,
    withLabels: settings.json === 'labels',
  }
  if (plan.json) screen.line(clusteringJson(result, record.views, facts))
  if (talk) printWritten(written, screen)
}

/** Writes the results to the folder of --out, with a report where `page` says of what; gives the paths. */
async function writeFolder(
  { out, matrices, talk }: FitPlan,
  clustering: Clustering,
  run: RunRecord,
  tested: TestedSets | null,
  page: ReportOptions | null,
  screen: Screen,
): Promise<string[]> {
  const files = await Promise.all(matrices.map((format) => matrixFiles(clustering, format)))
  const report = page && ((_: ClusteringRecord, stored: StoredClustering) => renderReport(stored, page))
  const { paths, ...earlier } = await writeClustering(
    out.folder!,
    clustering,
    run,
    Object.assign({}, ...files, setsFile(tested, clustering, clusteringRecord(clustering, run).names)),
    report ?? undefined,
  )
  if (talk) printEarlier(out.folder!, earlier, screen)
  return paths
}

/** Writes the labels alone, to a file or to stdout. */
async function writeLabels(path: string | undefined, clustering: LabelRows, screen: Screen): Promise<string[]> {
  if (path === undefined) return []
  const csv = writeLabelsCsv(clustering)
  if (path === '-') {
    screen.out(csv)
    return []
  }
  await mkdir(dirname(path), { recursive: true })
  await writeAtomically(path, csv)
  return [path]
}

/** What is kept of the input beside its checksums, so that the run can be repeated. */
async function describeInput(
  dataset: Dataset<ShapedView>,
  settings: FitSettings,
): Promise<Pick<RunRecord, 'versions' | 'reading' | 'views'>> {
  const entries = recordedSettings.map((name) => [name, settings[name]])
  const models = settings.embed && (await import('@manyview/formats/things')).usedModels(dataset.recipes)
  return {
    versions: { manyview: version, node: process.versions.node },
    reading: Object.fromEntries([...entries, ['models', models]].filter(([, value]) => value !== undefined)),
    views: summarise(dataset),
  }
}

function summarise(dataset: Dataset<ShapedView>): ViewSummary[] {
  return dataset.views.map(({ name, view, kind }) => ({
    name,
    features: view.features,
    kind,
    sparse: 'pointers' in view || 'readSparseRows' in view,
  }))
}
