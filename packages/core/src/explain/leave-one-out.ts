import { type Clustering, type CommonOptions, cluster } from '../cluster.ts'
import { gatherClustering } from '../gather-clustering.ts'
import { InputError } from '../input-error.ts'
import type { Method } from '../methods/method.ts'
import { findMethod } from '../methods/methods.ts'
import { adjustedRandIndex, normalisedMutualInformation, type Scores, score } from '../metrics/scores.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import { complete, drive } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { RuntimeOptions } from '../runtime/runtime-options.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import type { ShapedView } from '../views/check-view.ts'
import { type NamedRows, toView } from '../views/prepare-views.ts'

import { counted } from '../words/index.ts'
import { type FittedOptions, restoreViews } from './restore-views.ts'

/** What the clusters are without one view. */
export interface LeftOut {
  view: string
  /** Samples that have another view: only they can be clustered without it. */
  samples: number
  /** How alike the clusters with and without the view are, 1 for the same partition; null with `problem`. */
  ari: number | null
  nmi: number | null
  /** Mean confidence without the view less that with it, over the same samples; null where the method gives none. */
  confidenceChange: number | null
  /** With `truth`: the scores without the view, and by how much each changed, over the same samples; else null. */
  scores: Scores | null
  scoreChange: Scores | null
  /** Why the rest could not be clustered, in plain words. */
  problem: string | null
}

export interface LeaveOneOutOptions
  extends FittedOptions,
    Pick<CommonOptions, 'outliers'>,
    Pick<RuntimeOptions, 'threads' | 'memory' | 'scratch'> {
  /** True labels, one per sample, only to score with; they reach no fit. */
  truth?: ArrayLike<string | number>
  /** The method of the clustering, where it is not one that `cluster` knows by name. */
  method?: Method
  /** Called with each view as soon as it is done. */
  onView?: (found: LeftOut) => void
}

/**
 * Fits again without each view in turn, everything else as it was, and says how much that changes: one fit per view. Weights of the views that stay are kept.
 * The views must be those of the clustering, at least two. Over ranks (`ranks`) each gives its own samples of the views, rank 0 the clustering of all samples and the others their
 * part of it; only rank 0 gets figures.
 */
export async function leaveOneOut(
  views: AnyViews,
  clustering: Clustering,
  options: LeaveOneOutOptions = {},
): Promise<LeftOut[]> {
  const {
    method,
    threads,
    memory,
    scratch,
    outliers,
    signal,
    onProgress,
    truth,
    onView,
    ranks = singleProcess,
  } = options
  const fitted = restoreViews(await Kernels.load(), views, clustering, options, ranks)
  const { views: named, samples, ids } = await complete(drive(fitted, { signal, onProgress }))
  const { total } = rowRange(ranks, samples)
  if (ranks.rank === 0) check(named, total, clustering, truth)
  const result: LeftOut[] = []
  for (const { name } of named) {
    const otherViews = named.filter((view) => view.name !== name)
    const positions = Uint32Array.from(ids.keys()).filter((i) =>
      otherViews.some(({ present }) => !present || present[i] === 1),
    )
    const comparison = await compare(name, otherViews, positions, clustering, {
      method,
      threads,
      memory,
      scratch,
      ...(outliers === undefined ? {} : { outliers }),
      signal,
      onProgress,
      truth,
      ranks,
    })
    result.push(comparison)
    onView?.(comparison)
  }
  return result
}

function check(
  views: readonly NamedRows[],
  samples: number,
  { labels }: Clustering,
  truth: ArrayLike<string | number> | undefined,
): void {
  const fail = (argument: string, message: string) => {
    throw new InputError(message, { code: 'leave-one-out', argument })
  }
  if (views.length < 2) fail('views', 'there is one view, leaving it out leaves nothing: give two or more')
  if (labels.length !== samples)
    fail(
      'views',
      `there are ${counted(samples, 'sample')} but ${labels.length} were clustered, give the views of the clustering`,
    )
  if (truth && truth.length !== samples)
    fail('truth', `has ${counted(truth.length, 'label')} for ${counted(samples, 'sample')}, give one per sample`)
}

async function compare(
  name: string,
  rest: readonly NamedRows[],
  kept: Uint32Array,
  full: Clustering,
  {
    truth,
    method,
    onProgress,
    ranks,
    threads,
    memory,
    scratch,
    ...pace
  }: Omit<LeaveOneOutOptions, 'onView' | 'join' | 'missing' | 'ranks'> & { ranks: Ranks },
): Promise<LeftOut> {
  const { clusters, seed, options } = full
  const views = Object.fromEntries(rest.map((view) => [view.name, viewOf(view, kept)]))
  const none = { ari: null, nmi: null, confidenceChange: null, scores: null, scoreChange: null }
  const dropped = Float64Array.of(rest[0].data.rows - kept.length)
  ranks.allReduceSum(dropped)
  if (ranks.size > 1 && dropped[0] > 0) {
    const problem = `${dropped[0]} samples have no other view, which ${ranks.size} ranks cannot leave out`
    return { view: name, samples: kept.length, ...none, problem }
  }
  let clustering: Clustering
  try {
    clustering = await cluster(views, {
      ...withoutWeight(options, name),
      ...pace,
      method: method ?? findMethod(full.method),
      clusters,
      seed,
      runtime: { threads, memory, scratch, ranks },
      onProgress: (step) => onProgress?.({ ...step, stage: `without ${name}: ${step.stage}` }),
    })
  } catch (error) {
    // Other ranks may not have met it: they would wait for this one.
    if (!(error instanceof InputError) || ranks.size > 1) throw error
    return { view: name, samples: kept.length, ...none, problem: error.message }
  }
  const whole = gatherClustering(ranks, clustering)
  if (!whole) return { view: name, samples: kept.length, ...none, problem: null }
  const all = ranks.size === 1 ? kept : Uint32Array.from(whole.labels.keys())
  const labels = Int32Array.from(all, (i) => full.labels[i])
  const classes = truth && Array.from(all, (i) => String(truth[i]))
  const scores = classes ? score(classes, whole.labels) : null
  return {
    view: name,
    samples: all.length,
    ari: adjustedRandIndex(labels, whole.labels),
    nmi: normalisedMutualInformation(labels, whole.labels),
    confidenceChange:
      whole.confidence && full.confidence
        ? mean(whole.confidence) - mean(Float64Array.from(all, (i) => full.confidence![i]))
        : null,
    scores,
    scoreChange: scores && difference(scores, score(classes!, labels)),
    problem: null,
  }
}

/** The view of some of its samples, as views are given. */
function viewOf({ name, data, present }: NamedRows, kept: Uint32Array): ShapedView {
  if (kept.length === data.rows) return toView({ name, data, present })
  return toView({ name, data: rowsAt(data, kept), present: present && Uint8Array.from(kept, (i) => present[i]) })
}

/** The options with the weight of one view taken out; a weight for a view that is not there would be refused. */
function withoutWeight(options: Clustering['options'], name: string): Clustering['options'] {
  if (!options.viewWeights) return options
  const { [name]: _, ...rest } = options.viewWeights as Record<string, number>
  return { ...options, viewWeights: Object.keys(rest).length > 0 ? rest : null }
}

function difference(after: Scores, before: Scores): Scores {
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, value - before[key as keyof Scores]]),
  ) as {
    [key in keyof Scores]: number
  }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
