import { clusterLinks, modularity } from '../graphs/cluster-links.ts'

import { nearestNeighbours } from '../graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../graphs/neighbour-graph.ts'
import type { ChosenOptions } from '../methods/chosen-options.ts'
import { filledClusters } from '../methods/empty-clusters.ts'
import type { Task } from '../methods/method.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { hasSparseRows, isBlocked } from '../numerics/linalg/rows.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { OptionValues } from '../options.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { mapProgress } from '../runtime/steps.ts'
import { gatherSamples } from '../views/gather-samples.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { preprocessView } from '../views/preprocess-view.ts'
import { fitDstl } from './fit.ts'
import type { ResidentViews } from './iterations.ts'
import { lambdaPairs, triedSamples } from './lambda-grid.ts'
import { unitViews } from './unit-views.ts'

/** Neighbours of a sample that should share its cluster. */
const NEIGHBOURS = 10

/**
 * Chooses what is not given of λ₁ and λ₂, without labels; null: both are given. Each pair is fitted, and the one wins whose clusters keep most of the nearest neighbours in all views together, above what
 * chance would give: neighbours are a matter of the data alone, so that smoothing along the file does not praise itself. Many samples are represented by 2,000, drawn at random and left in their order, and
 * λ₂ then grows with the square root of their number, as the noise in the transform does. All ranks do the same. O(25 fits of at most 2,000 samples).
 */
export function* chooseLambdas(
  input: PreparedRows,
  task: Task,
  views: ResidentViews,
): Generator<Progress, ChosenOptions | null> {
  const { options, clusters, kernels, random, ranks } = task
  if (options.lambda1 !== null && options.lambda2 !== null) return null
  const { total } = rowRange(ranks, input.samples)
  const features = input.views.reduce((sum, { data }) => sum + (hasSparseRows(data) ? 0 : data.columns), 0)
  const samples = triedSamples(total, features, clusters)
  const growth = Math.sqrt(total / samples)
  const scaledLambda2 = options.lambda2 === null ? null : Number(options.lambda2) / growth
  const pairs = lambdaPairs({ ...options, lambda2: scaledLambda2 })
  const mark = kernels.mark()
  try {
    const whole = samples === total && ranks.size === 1 && !input.views.some(({ data }) => isBlocked(data))
    const sample = whole ? input : sampleOf(input, samples, random.split(900), ranks)
    const resident = whole ? views : unitViews(sample, task)
    const graph = yield* graphOfAllViews(kernels, sample, random.split(901))
    const tried: { value: number; collapsed: boolean }[] = []
    for (const pair of pairs) {
      const trialTask = { ...task, ranks: singleProcess, checkpoints: undefined, random: random.split(902) }
      const fit = fitDstl(sample, { ...trialTask, options: { ...options, ...pair } }, resident)
      const stage = { stage: 'choosing lambda1 and lambda2', iteration: tried.length, total: pairs.length }
      const { labels, warnings } = yield* mapProgress(fit, () => stage)
      const collapsed = warnings.length > 0 || filledClusters(labels, clusters, singleProcess) < clusters
      const [links] = clusterLinks(kernels, graph, [{ labels, clusters }])
      tried.push({ value: modularity(links), collapsed })
    }
    const sound = tried.filter(({ collapsed }) => !collapsed)
    const best = (sound.length > 0 ? sound : tried).reduce((top, each) => (each.value > top.value ? each : top))
    const { lambda1, lambda2 } = pairs[tried.indexOf(best)]
    const chosen: OptionValues = {
      ...(options.lambda1 === null ? { lambda1 } : {}),
      ...(options.lambda2 === null ? { lambda2: Number((lambda2 * growth).toPrecision(3)) } : {}),
    }
    return { options: chosen, fits: pairs.length, collapsed: tried.length - sound.length, samples, total }
  } finally {
    kernels.release(mark)
  }
}

/** Some samples of all ranks, in memory on each, in their order. */
function sampleOf(input: PreparedRows, count: number, random: Random, ranks: Ranks): PreparedRows {
  const { total } = rowRange(ranks, input.samples)
  const chosen = random.permutation(total).slice(0, count).sort()
  const views = input.views.map(({ name, data, present }) => {
    const marks = matrix(data.rows, 1, present ? Float64Array.from(present) : new Float64Array(data.rows).fill(1))
    const there = gatherSamples(ranks, marks, chosen) as Matrix
    const all = there.data.every((mark) => mark === 1)
    return { name, data: gatherSamples(ranks, data, chosen), present: all ? null : Uint8Array.from(there.data) }
  })
  return { samples: count, views, ids: Array.from(chosen, String) }
}

/** Links every sample to its nearest in all views together. */
function* graphOfAllViews(
  kernels: Kernels,
  { samples, views }: PreparedRows,
  random: Random,
): Generator<Progress, SparseMatrix> {
  const scores: Matrix[] = []
  for (const [v, { data, present }] of views.entries())
    scores.push((yield* preprocessView(kernels, data, random.split(v), { present, ranks: singleProcess })).scores)
  return neighbourGraph(
    kernels,
    yield* nearestNeighbours(kernels, concatenateColumns(scores), NEIGHBOURS, singleProcess),
    samples,
    singleProcess,
  )
}
