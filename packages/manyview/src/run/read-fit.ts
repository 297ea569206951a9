import type { OptionValues } from '@manyview/core/methods'
import type { ShapedView } from '@manyview/core/numerics'
import { reserveThreads } from '@manyview/core/runtime'
import { type ByteSource, type Dataset, type RunRecord, readLabels } from '@manyview/formats'
import { FileCheckpoints } from '../checkpoint/file-checkpoints.ts'
import { checksum } from '../files/checksum.ts'
import { fileSource } from '../files/file-source.ts'
import { bytesOf, checkSize } from '../input/check-size.ts'
import { type CompleteDataset, completeDataset } from '../input/complete-dataset.ts'
import { readInput } from '../input/read-input.ts'
import { agreeOnFiles, agreeOnSettings } from '../mpi/agree.ts'
import { type Job, joinRanks } from '../mpi/join-ranks.ts'
import { printDataset } from '../print/print-dataset.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs, picturesRead } from '../settings/check-outputs.ts'
import { chooseLabels, type TrueLabels } from '../settings/choose-labels.ts'
import { namesFrom } from '../settings/names-file.ts'
import { cacheFolder, readOptions } from '../settings/reading.ts'
import { runLimits } from '../settings/run-limits.ts'
import { weighViews } from '../settings/view-weights.ts'
import type { StreamFiles } from '../stream/stream-files.ts'
import { gatherMetadata, type SampleMetadata } from './associate-run.ts'
import { type GatheredSets, gatherSets } from './feature-sets-run.ts'
import { checkLeaveOneOut } from './leave-one-out-run.ts'
import type { FitPlan } from './plan-fit.ts'

/** Bytes up to which files are read and fitted before threads would be of use. */
const LARGE = 2_000_000

/** Everything that a fit reads. What only the process that prints and writes needs is empty in the others. */
export interface FitInput {
  job: Job
  checkpoints?: FileCheckpoints
  blocks?: StreamFiles
  dataset: Dataset<ShapedView>
  /** The dataset without missing values. */
  complete: CompleteDataset<ShapedView>
  options: OptionValues
  truth: TrueLabels | null
  metadata: SampleMetadata | null
  sets: GatheredSets | null
  /** Names of the clusters. */
  names?: string[]
  inputs: RunRecord['inputs']
  warnings: string[]
}

/** Joins the processes of the job, reads the data and all that describes it, and prints what was found. */
export async function readFit(
  plan: FitPlan,
  blocks: StreamFiles | undefined,
  screen: Screen,
  signal: AbortSignal,
): Promise<FitInput> {
  const { settings, files, method, clusters } = plan
  const job = await joinRanks(method)
  const { ranks, first } = job
  agreeOnSettings(ranks, 'fit', settings)
  const names = first && settings.names !== undefined ? namesFrom(settings.names, clusters) : undefined
  const { checkpoint, threads, embed, seed } = settings
  const checkpoints = checkpoint && new FileCheckpoints(checkpoint.folder, { minutes: checkpoint.minutes, ranks })
  if (!blocks && ranks.size === 1) checkSize(files, method)
  // The threads that start while large files are read fit and explain, too.
  if (bytesOf(files) > LARGE) reserveThreads(runLimits({ threads }).threads - 1)
  const on = { ranks: job.rows, scratch: blocks?.scratch }
  const onOpen = (sources: readonly ByteSource[]) => agreeOnFiles(ranks, sources)
  const cache = cacheFolder(settings.cache)
  const input = await ProgressDisplay.of(screen, plan.quiet, (onProgress) =>
    readInput(files, { ...readOptions(settings), idMayLack: settings.metadata !== undefined }, signal, {
      ...on,
      blocks,
      onOpen,
      onProgress,
      cache,
      threads,
      embed,
    }),
  )
  const { sources } = input
  await checkOutputs(picturesRead(input.dataset.things), {
    out: plan.out.folder,
    files: [plan.out.labels, settings.model],
  })
  const metadata = first ? await gatherMetadata(settings, input.dataset, signal) : null
  const sets = await gatherSets(settings.sets, input.dataset, job.holdsAll, signal)
  const dataset = { ...input.dataset, ids: input.dataset.ids ?? metadata?.ids ?? null }
  // Before the fit, so that a file that is replaced meanwhile costs no result, and on the rank that writes.
  const read = [...sources, ...(metadata?.sources ?? []), ...(sets?.sources ?? [])]
  const inputs = first && plan.out.folder !== undefined ? await checksums(read) : []
  const complete = await completeDataset(dataset, settings.missing, { seed, signal, ...on })
  const truth = first ? await chooseLabels(settings.labels, dataset, (path) => readLabels(fileSource(path))) : null
  if (plan.talk) printDataset(files, withFurther(dataset, metadata, truth), truth?.name ?? null, screen)
  if (plan.talk && settings.clusters === undefined)
    screen.line(screen.colours.dim('  -k is not given: the number of clusters is chosen (auto); -k 5 makes five'))
  checkLeaveOneOut(settings.leaveOneOut, dataset.views.length)
  const { options, warnings } = weighViews(plan.options, method, dataset, settings.weight)
  return {
    job,
    checkpoints,
    blocks,
    dataset,
    complete,
    options,
    truth,
    metadata,
    sets,
    names,
    inputs,
    warnings: [...complete.dataset.warnings, ...(metadata?.warnings ?? []), ...warnings],
  }
}

async function checksums(sources: readonly ByteSource[]): Promise<RunRecord['inputs']> {
  const inputs = []
  for (const source of sources)
    inputs.push({ name: source.name, bytes: source.byteLength, sha256: await checksum(source) })
  return inputs
}

/** The dataset with the metadata of other files beside its own, and what was guessed to read them and the labels. */
function withFurther<V extends ShapedView>(
  dataset: Dataset<V>,
  metadata: SampleMetadata | null,
  truth: TrueLabels | null,
): Dataset<V> {
  const notes = [...dataset.notes, ...(metadata?.notes ?? []), ...(truth?.notes ?? [])]
  if (!metadata) return { ...dataset, notes }
  return { ...dataset, metadata: Object.entries(metadata.columns).map(([name, values]) => ({ name, values })), notes }
}
