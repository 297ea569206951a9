import { concatenateColumns, nearestNeighbours, Random } from '@manyview/core/numerics'
import { Kernels, singleProcess } from '@manyview/core/runtime'
import { sharedNeighbours } from '../../packages/core/src/graphs/shared-neighbours.ts'
import { sharedPoints } from '../../packages/core/src/graphs/shared-points.ts'
import { runToEnd } from '../../packages/core/src/runtime/steps.ts'
import { preprocessView } from '../../packages/core/src/views/preprocess-view.ts'
import type { Benchmark } from './benchmark-files.ts'

/** Neighbours that vote on the class of a sample. */
const NEIGHBOURS = 10
/** Folds of the samples; neighbours lie in other folds. */
const FOLDS = 5

/**
 * Predicts the class of each sample from its ten nearest neighbours in the other four of five folds, on the features that the default method sees: about what no clustering can beat.
 * Samples that lack views have their neighbours by the views that two of them share.
 */
export async function taughtClasses({ input, truth }: Pick<Benchmark, 'input' | 'truth'>): Promise<string[]> {
  const kernels = await Kernels.load()
  const random = new Random(0)
  const views = input.views.map((view, v) =>
    runToEnd(preprocessView(kernels, view.data, random.split(v), { present: view.present, ranks: singleProcess })),
  )
  const blocks = views.map(({ scores }) => scores)
  const present = views.map((view) => view.present)
  const shared = sharedPoints(kernels, { blocks, present, weights: blocks.map(() => 1) }, singleProcess)
  const places = random.permutation(input.samples)
  // Enough of them that ten lie in other folds.
  const listLength = 4 * NEIGHBOURS
  const { count, indices } = input.views.some(({ present }) => present)
    ? runToEnd(sharedNeighbours(kernels, shared, listLength))
    : runToEnd(nearestNeighbours(kernels, concatenateColumns(blocks), listLength, singleProcess))
  return truth.map((_, i) => {
    const others = Array.from(indices.subarray(i * count, (i + 1) * count)).filter(
      (j) => places[j] % FOLDS !== places[i] % FOLDS,
    )
    const votes = new Map<string, number>()
    for (const j of others.slice(0, NEIGHBOURS)) votes.set(truth[j], (votes.get(truth[j]) ?? 0) + 1)
    return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), ['', 0] as [string, number])[0]
  })
}
