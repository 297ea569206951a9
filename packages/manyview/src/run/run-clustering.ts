import {
  type Clustering,
  type ClusterTree,
  cluster,
  type Device,
  type Duplicate,
  InputError,
  type Progress,
  type Scores,
  score,
} from '@manyview/core'
import type { Clusters, OptionValues, Outliers } from '@manyview/core/methods'
import { type GatheredMatrices, gatherClustering, orderWarning } from '@manyview/core/methods'
import type { ShapedView } from '@manyview/core/numerics'
import type { Checkpoints, Precision, Ranks, Scratch } from '@manyview/core/runtime'
import { rowRange, singleProcess } from '@manyview/core/runtime'
import { counted, grouped } from '@manyview/core/words'
import { findMethod } from '@manyview/rivals'
import { checkFinite } from '../input/check-finite.ts'
import { pause } from '../input/open-sources.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { reorderSamples, restoreOrder, restoreRows, shuffledOrder } from './sample-order.ts'

/** What is to be clustered, and how. */
export interface Run {
  /** All with the same samples in the same order. */
  views: Readonly<Record<string, ShapedView>>
  /** One name per sample; null: row numbers from 0. */
  ids: readonly string[] | null
  method: string
  options: OptionValues
  clusters: Clusters
  seed: number
  /** Which samples to mark as outliers; none when absent. */
  outliers?: Outliers
  /** Seed of an order in which the samples are given to the method; null: as they are. */
  shuffle: number | null
  /** Threads to use, default all; the result does not depend on it. */
  threads?: number
  /** How to compute, default double. */
  precision?: Precision
  /** A graphics card for the heavy steps. */
  device?: Device
  /** Most bytes for the method's own matrices. */
  memoryLimit?: number
  /** True labels, for the scores only; null without. */
  truth: readonly string[] | null
  /** Processes that share the run; of those only the first gets the whole clustering. */
  ranks?: Ranks
  /** Over ranks: which matrices the first process gets of all samples, default both. */
  matrices?: GatheredMatrices
  /** Over ranks: true where the first process keeps the `details` of its own samples, which a model is made from. */
  details?: boolean
  checkpoints?: Checkpoints
  /** Where views that are read in blocks may keep what they become. */
  scratch?: Scratch
  /** Sees every progress. */
  watch?: (progress: Progress) => void
}

/** The clustering in the order of the input, its scores, and the warnings of the run. */
export interface Outcome {
  clustering: Clustering
  scores: Scores | null
}

/** Clusters with progress on the screen. The labels never reach the method. */
export async function runClustering(run: Run, screen: Screen, quiet: boolean, signal: AbortSignal): Promise<Outcome> {
  const { ranks = singleProcess } = run
  const samples = Object.values(run.views)[0].samples
  const rows = ranksOfSamples(run)
  const inParts = rows.size > 1
  const most = typeof run.clusters === 'object' ? run.clusters.to : run.clusters
  if (most !== 'auto' && most > samples && !inParts)
    throw new InputError(
      `is ${most} but there are only ${counted(samples, 'sample')}, give at most ${grouped(samples)}`,
      {
        code: 'clusters',
        argument: '--clusters',
      },
    )
  const order = shuffledOrder(run.shuffle, samples, rows)
  checkFinite(run.views, run.ids, rowRange(rows, samples).begin)
  await pause(signal)
  const views = viewsInOrder(run, order)
  const progress = new ProgressDisplay(screen, quiet)
  try {
    const result = await cluster(views, {
      ...run.options,
      method: findMethod(run.method),
      clusters: run.clusters,
      seed: run.seed,
      ...(run.outliers === undefined ? {} : { outliers: run.outliers }),
      runtime: {
        threads: run.threads,
        memory: run.memoryLimit,
        device: run.device,
        ranks,
        scratch: run.scratch,
        checkpoints: run.checkpoints,
        precision: run.precision,
      },

      signal,
      onProgress(step) {
        progress.show(step)
        run.watch?.(step)
      },
    })
    const whole = inParts ? gatherClustering(ranks, result, run.matrices) : result
    if (!whole) return { clustering: result, scores: null }
    const ids = run.ids ?? Array.from(whole.labels, (_, i) => String(i))
    const clustering = { ...(order ? inOrder(whole, order) : whole), ids }
    if (run.details) clustering.details = result.details
    const advice = run.shuffle === null ? 'files sorted by class flatter it, --shuffle 1 shows how much' : null
    clustering.warnings = [...orderWarning(findMethod(run.method), run.options, advice), ...clustering.warnings]
    return { clustering, scores: run.truth ? score(run.truth, clustering.labels) : null }
  } finally {
    progress.end()
  }
}

/** The views of a run in the order in which the method gets their samples. */
export function viewsInOrder(run: Run, order: Uint32Array | null): Record<string, ShapedView> {
  const on = { ranks: ranksOfSamples(run), scratch: run.scratch }
  return Object.fromEntries(Object.entries(run.views).map(([name, view]) => [name, reorderSamples(view, order, on)]))
}

/** The ranks that have their own samples of a run each; one process where every rank has all of them. */
export function ranksOfSamples({ method, ranks = singleProcess }: Run): Ranks {
  return findMethod(method).ranks === 'rows' ? ranks : singleProcess
}

/** The pair by its samples' places in the input. */
function inPlace({ first, second, ...rest }: Duplicate, order: Uint32Array): Duplicate {
  const [a, b] = [order[first], order[second]].sort((one, other) => one - other)
  return { first: a, second: b, ...rest }
}

function treeInOrder({ leaves, embedding, ...tree }: ClusterTree, order: Uint32Array): ClusterTree {
  const places = embedding && { embedding: restoreRows(embedding, order) }
  return { ...tree, leaves: restoreOrder(leaves, order), ...places }
}

function inOrder(found: Clustering, order: Uint32Array): Clustering {
  return {
    ...found,
    labels: restoreOrder(found.labels, order),
    confidence: found.confidence && restoreOrder(found.confidence, order),
    memberships: found.memberships && restoreRows(found.memberships, order),
    embedding: found.embedding && restoreRows(found.embedding, order),
    ...(found.outlierScores ? { outlierScores: restoreOrder(found.outlierScores, order) } : {}),
    ...(found.outliers ? { outliers: restoreOrder(found.outliers, order) } : {}),
    ...(found.tree ? { tree: treeInOrder(found.tree, order) } : {}),
    ...(found.duplicates ? { duplicates: found.duplicates.map((pair) => inPlace(pair, order)) } : {}),
  }
}
