import { type Progress, score } from '@manyview/core'
import { filledClusters, type PreparedViews } from '@manyview/core/methods'
import { mapSamples, Random, tSne } from '@manyview/core/numerics'
import { Kernels, singleProcess } from '@manyview/core/runtime'
import { findMethod } from '@manyview/rivals'
import { explainedVariance } from './explained-variance.ts'
import { fitSettingsGrid, type GridFit } from './fit-settings-grid.ts'
import type { FitOutcome, Job } from './job.ts'
import { loadSamples } from './load-samples.ts'
import { imputeMeans, removePairs } from './remove-views.ts'
import { inFileOrder, permuteSamples, samplePermutation } from './sample-permutation.ts'

/** How a job is watched and limited. */
export interface JobOptions {
  /** Most bytes that a fit may take for its own matrices; no limit when absent. */
  memoryLimit?: number
  signal?: AbortSignal
  onProgress?: (progress: Progress, fitsDone: number) => void
  /** Called after every fit. */
  onOutcome?: (outcome: FitOutcome) => void
}

/** Does a job in this process. The truth is used for scores after the fits, and for the order `sorted`; it never reaches a method. */
export async function runJob(job: Job, options: JobOptions = {}): Promise<FitOutcome[]> {
  const { clusters, seed, settings, truth, order, keep } = job
  const { memoryLimit, signal, onProgress, onOutcome } = options
  const stored = withGaps(await loadSamples(job.data), job.gaps)
  const permutation = samplePermutation(order, stored.samples, truth)
  const samples = permuteSamples(stored, permutation)
  const outcomes: FitOutcome[] = []
  const fits = fitSettingsGrid(samples, findMethod(job.method), settings, {
    clusters,
    seed,
    memoryLimit,
    signal,
    onProgress: (progress) => onProgress?.(progress, outcomes.length),
  })
  for await (const fit of fits) {
    const { labels, iterations, converged, history, chosen, warnings, embedding } = fit.result
    const outcome: FitOutcome = {
      settings: fit.settings,
      ...(chosen ? { chosen: chosen.options } : {}),
      scores: truth && score(truth, inFileOrder(labels, permutation)),
      explained: settings.length > 1 ? explainedVariance(samples.views, labels) : null,
      seconds: fit.seconds,
      filledClusters: filledClusters(labels, clusters, singleProcess),
      iterations,
      converged,
      change: history.change.at(-1) ?? null,
      warnings,
    }
    if (keep.includes('labels')) outcome.labels = inFileOrder(labels, permutation)
    if (keep.includes('t-SNE') && embedding) outcome.map = inFileOrder(await mapOf(fit, seed), permutation, 2)
    outcomes.push(outcome)
    onOutcome?.(outcome)
  }
  return outcomes
}

function withGaps(complete: PreparedViews, gaps: Job['gaps']): PreparedViews {
  if (!gaps) return complete
  const lacking = removePairs(complete, gaps.share, new Random(gaps.seed))
  return gaps.filled ? imputeMeans(lacking) : lacking
}

/** Exact t-SNE takes minutes beyond this many samples; more get the map that reports have. */
const mostForTsne = 5000

async function mapOf({ result: { embedding } }: GridFit, seed: number): Promise<number[]> {
  const [kernels, random] = [await Kernels.load(), new Random(seed)]
  const run =
    embedding!.rows <= mostForTsne ? tSne(kernels, embedding!, random) : mapSamples(kernels, embedding!, random)
  for (;;) {
    const step = run.next()
    if (!step.done) continue
    const { data } = 'places' in step.value ? step.value.places : step.value
    return Array.from(data, (place) => Number(place.toFixed(3)))
  }
}
