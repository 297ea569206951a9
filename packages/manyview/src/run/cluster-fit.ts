import { printEstimate } from '../print/print-estimate.ts'
import type { Screen } from '../screen/screen.ts'
import { runLimits } from '../settings/run-limits.ts'
import { onDevice } from './on-device.ts'
import type { FitPlan } from './plan-fit.ts'
import type { FitInput } from './read-fit.ts'
import { type Outcome, type Run, runClustering } from './run-clustering.ts'
import { StageTimes } from './stage-times.ts'

/** A fit that is done. */
export interface FitResult extends Outcome {
  run: Run
  times: StageTimes
}

/** Clusters what was read, on the device that was asked for. */
export async function clusterFit(
  plan: FitPlan,
  { job, blocks, checkpoints, dataset, complete, options, truth }: FitInput,
  screen: Screen,
  signal: AbortSignal,
): Promise<FitResult> {
  const { settings, method } = plan
  const keepsMatrices = plan.matrices.length > 0 || settings.model !== undefined
  const times = new StageTimes()
  const run: Run = {
    views: Object.fromEntries(complete.dataset.views.map(({ name, view }) => [name, view])),
    scratch: blocks?.scratch,
    ids: dataset.ids,
    method: method.name,
    options,
    clusters: plan.clusters,
    seed: settings.seed ?? 0,
    outliers: settings.outliers,
    shuffle: settings.shuffle ?? null,
    threads: settings.threads,
    precision: settings.precision,
    memoryLimit: runLimits(settings).memoryLimit,
    truth: truth?.labels ?? null,
    ranks: job.ranks,
    matrices: { memberships: keepsMatrices, embedding: keepsMatrices || plan.report },
    details: settings.model !== undefined,
    checkpoints,
    watch: times.note.bind(times),
  }
  if (plan.talk) await printEstimate(run, runLimits(settings).threads, screen)
  const { samples } = Object.values(run.views)[0]
  const deviceWarnings: string[] = []
  const outcome = await onDevice(
    settings.device ?? 'cpu',
    { samples, method: method.name },
    (message) => deviceWarnings.push(message),
    (device) => runClustering({ ...run, device }, screen, plan.quiet, signal),
  )
  outcome.clustering.warnings.push(...deviceWarnings)
  if (complete.filled.length > 0) outcome.clustering.filled = complete.filled
  return { ...outcome, run, times }
}
