import { type ClusterChoice, choiceWarnings } from './choose/cluster-choice.ts'
import { type Clusters, clusterRange } from './choose/cluster-range.ts'
import { type FitResult, fitSamples } from './choose/fit-samples.ts'
import { checkOutliers, type Outliers, outlierWarnings } from './choose/mark-outliers.ts'
import { InputError } from './input-error.ts'
import { chosenWarnings } from './methods/chosen-options.ts'
import { emptyClustersWarnings } from './methods/empty-clusters.ts'
import { countedFeatures } from './methods/memory-limit.ts'
import type { Method, MethodResult } from './methods/method.ts'
import { defaultMethod, findMethod, type MethodName, methods, type OptionsOf } from './methods/methods.ts'

import { refuseMissingViews, refuseStreaming, samplesOnRanks } from './methods/refuse-views.ts'

import { validateOptions } from './methods/validate-options.ts'
import { Random } from './numerics/random/random.ts'
import type { OptionValues } from './options.ts'
import { complete, drive, type PaceOptions } from './runtime/drive.ts'
import { Kernels } from './runtime/kernels/kernels.ts'
import { buildFor, type Precision } from './runtime/kernels/precision.ts'
import type { Progress } from './runtime/progress.ts'
import { singleProcess } from './runtime/ranks/single-process.ts'
import { checkRuntimeOptions, type RuntimeOptions } from './runtime/runtime-options.ts'
import { availableThreads } from './runtime/threads/host.ts'
import { ThreadPool } from './runtime/threads/thread-pool.ts'
import { withParts } from './runtime/with-parts.ts'
import type { AnyViews } from './views/blocked-view.ts'
import { type Coverage, coverage } from './views/coverage.ts'
import type { FilledView, Filling } from './views/fill-missing.ts'
import type { Join } from './views/match-samples.ts'
import { prepareRows } from './views/prepare-views.ts'

/** Options that every method has. */
export interface CommonOptions extends PaceOptions {
  /** Number of clusters, 1 … number of samples; `{ from, to }` or `auto` (default): chosen from the data, and `choice` says why. */
  clusters?: Clusters
  /** Views with ids: `same` (default) refuses views of different samples, `inner` keeps the samples that all views have, `outer` those that any has. */
  join?: Join
  /** Sets samples that are unlike all others aside before the fit (`outliers` of the result): `auto`, or a share of the samples such as 0.02; none by default. Every sample has a score anyway. */
  outliers?: Outliers
  /** What to do about missing values (NaN) inside a view: fill them in by the mean of the feature or by a matrix of low rank; refused by default. */
  missing?: Filling
  /** Whole number that fixes every random choice; default 0. */
  seed?: number
  /** When `signal` stops the fit: `fail` (default) rejects with its reason; `keep` gives the best partition so far where there is one, marked `stopped`. */
  onStop?: 'fail' | 'keep'
  /** What the fit is computed with: threads, memory, a graphics card, processes, scratch, checkpoints, precision. */
  runtime?: RuntimeOptions
}

/** Options of `cluster` with method M: those of every method, and its own. */
export type ClusterOptions<M extends MethodName | Method = MethodName | Method> = CommonOptions & {
  /** A method by name, default `consensus`, or one that is not of this package, for example `snf` of `@manyview/rivals`. */
  method?: M
} & OptionsOf<M>

/** What `cluster` gives back. */
export interface Clustering extends MethodResult {
  method: string
  clusters: number
  seed: number
  options: OptionValues
  /** One name per sample, in the order of `labels`. */
  ids: readonly string[]
  /** Which views the samples have; only where some samples lack some. */
  coverage?: Coverage
  /** What was filled in, where values were missing. */
  filled?: FilledView[]
  /** 1 for each sample that was set aside as an outlier: its label says which cluster is nearest, its confidence is 0, and its rows of memberships and embedding are zeros. Only where `outliers` was asked for. */
  outliers?: Uint8Array
  /** Why there are so many clusters; null where the number was given. */
  choice: ClusterChoice | null
  /** True where the fit was stopped early and this is the best that it had (`onStop`). */
  stopped?: true
  /** How it was computed, where not in double precision. */
  precision?: Precision
  /** What it was computed on beside the processor. */
  device?: string
  /** Wall time from checked views to labels. */
  seconds: number
}

/**
 * Groups the samples into `clusters` clusters that all views support. Nothing given is changed. Views larger than memory can be given in blocks, for the methods `consensus` and `dstl`,
 * with the same result.
 */
export async function cluster<const M extends MethodName | Method = typeof defaultMethod>(
  views: AnyViews,
  options?: ClusterOptions<M>,
): Promise<Clustering> {
  return complete(iterate(views, options))
}

let newest = new WeakMap<Int32Array, { views: AnyViews; options: ClusterOptions }>()

/**
 * The newest fit of this process once more with another number of clusters: the clustering that `cluster` gives of the same views, byte for byte, without scores and graphs being made again where those of the fit do. Only
 * that `clustering` itself, not a copy of its labels, is known; any other gives an InputError. `settings` are those that say nothing of what is found, such as `signal`.
 */
export async function refit(
  { labels }: Pick<Clustering, 'labels'>,
  clusters: number,
  settings: PaceOptions = {},
): Promise<Clustering> {
  const fit = newest.get(labels)
  if (!fit)
    throw new InputError('is not the newest fit of this process, give its views to cluster() with the other number', {
      code: 'no-fit',
      argument: 'clustering',
    })
  const { keptGathered } = await import('./consensus/result.ts')
  return complete(iterate(fit.views, { ...fit.options, ...settings, clusters }, keptGathered(labels)))
}

/** The generator behind `cluster`: yields the progress of every iteration, returns the clustering. `seen` is what the method made of the same views before. */
export async function* iterate<const M extends MethodName | Method = typeof defaultMethod>(
  views: AnyViews,
  options?: ClusterOptions<M>,
  seen?: unknown,
): AsyncGenerator<Progress, Clustering> {
  const {
    clusters = 'auto',
    method: wanted = defaultMethod,
    seed = 0,
    runtime = {},
    join,
    missing,
    outliers,
    onStop = 'fail',
    signal,
    onProgress,
    ...own
  } = (options ?? {}) as CommonOptions & { method?: string | Method } & Record<string, unknown>
  checkRuntimeOptions(options ?? {})
  const { threads = availableThreads(), memory: memoryLimit, precision = 'double' } = runtime
  const { ranks = singleProcess, checkpoints, scratch, device } = runtime
  const method = typeof wanted === 'string' ? findMethod(wanted) : wanted
  const values = validateOptions(method, own)
  const build = buildFor(precision, method)
  checkSettings(method, { seed, threads, checkpoints, device, ranks })
  if (outliers !== undefined) checkOutliers(outliers)
  const rows = method.ranks === 'rows' ? ranks : singleProcess
  const keep = missing === undefined ? 'refuse' : 'keep'
  const pace = { signal, onProgress }
  // Values are filled in, and a card is given its views, in memory.
  const heldUpTo = missing === undefined && !device ? method.heldUpTo : undefined
  const preparing = prepareRows(views, { join, missing: keep, heldUpTo, ranks: rows })
  let prepared = yield* drive(preparing, pace)
  refuseStreaming(method, prepared, precision)
  refuseMissingViews(method, prepared, methods)
  const samples = samplesOnRanks(method, prepared.samples, ranks)
  const range = clusterRange(clusters, samples)
  const judged = outliers !== undefined
  const size = { samples, features: countedFeatures(prepared, 1.5), options: values, judged }
  // Where the number is chosen, nobody knows it yet.
  const [guess, most] = typeof clusters === 'number' ? [clusters, null] : [Math.min(range.to, 10), range.to]
  const told = withParts(method.estimate?.({ ...size, clusters: guess, most }).parts)

  const kernels = await Kernels.load(build, threads > 1)
  const started = performance.now()
  let crew: ThreadPool | null | undefined
  const startCrew = () => {
    if (crew === undefined) crew = ThreadPool.start(threads, kernels)
    return crew
  }
  try {
    let filled: FilledView[] = []
    const warnings: string[] = []
    if (missing !== undefined) {
      const { fillPrepared, fillingWarnings } = await import('./views/fill-missing.ts')
      const filling = fillPrepared(kernels, prepared, missing, new Random(seed).split(1000), rows)
      ;({ input: prepared, filled } = yield* drive(filling, pace, device))
      warnings.push(...fillingWarnings(filled))
    }
    const work = {
      kernels,
      device: device ?? null,
      crew: startCrew,
      scratch,
      options: values,
      memoryLimit,
      precision,
      ranks,
      checkpoints,
    }
    const fitting = { method, clusters, seed, work, rows, onStop, pace, told }
    const fitted: FitResult & { marks?: Uint8Array } = yield* outliers === undefined
      ? fitSamples(prepared, fitting, seen)
      : (await import('./choose/fit-without-outliers.ts')).fitWithoutOutliers(prepared, outliers, fitting)
    const { found, choice, clusters: count, marks } = fitted
    const seconds = (performance.now() - started) / 1000
    const covered = coverage(prepared.views, prepared.samples, rows)
    const about = {
      method: method.name,
      clusters: count,
      choice,
      seed,
      options: { ...values, ...found.chosen?.options },
      ids: prepared.ids,
      seconds,
    }
    newest = new WeakMap([[found.labels, { views, options: (options ?? {}) as ClusterOptions }]])
    const gaps = { ...(covered ? { coverage: covered } : {}), ...(filled.length > 0 ? { filled } : {}) }
    return {
      ...about,
      ...(precision === 'double' ? {} : { precision }),
      ...(device ? { device: device.name } : {}),
      ...gaps,
      ...found,
      ...(marks ? { outliers: marks } : {}),
      warnings: [
        ...warnings,
        ...choiceWarnings(choice),
        ...emptyClustersWarnings(found.labels, count, rows),
        ...(marks && rows.allGather(marks).includes(1) ? [] : outlierWarnings(found, count, rows)),
        ...chosenWarnings(found.chosen),
        ...found.warnings,
      ],
    }
  } finally {
    crew?.stop()
  }
}

/** Refuses settings that every method has in common and this one cannot use. */
function checkSettings(
  method: Method,
  { seed, threads, checkpoints, device, ranks }: RuntimeOptions & { seed: number; threads: number },
): void {
  const refuse = (argument: string, message: string) => {
    throw new InputError(message, { code: 'bad-option', argument })
  }
  if (checkpoints && !method.resumable)
    refuse('checkpoints', `${method.name} cannot go on from a checkpoint, leave it out`)
  if (device && !method.device) refuse('device', `${method.name} does not use a graphics card, leave it out`)
  if (device && ranks && ranks.size > 1) refuse('device', `cannot be shared by ${ranks.size} processes, leave it out`)
  if (!Number.isSafeInteger(seed)) refuse('seed', `is ${seed}, give a whole number`)
  if (!Number.isInteger(threads) || threads < 1) refuse('threads', `is ${threads}, give a whole number of at least 1`)
}
