import { bestSoFar } from '../methods/best-so-far.ts'
import type { Method, MethodResult, Task } from '../methods/method.ts'
import { Random } from '../numerics/random/random.ts'
import { drive, type PaceOptions } from '../runtime/drive.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { mapProgress } from '../runtime/steps.ts'
import type { PreparedRows, PreparedViews } from '../views/prepare-views.ts'
import type { ClusterChoice } from './cluster-choice.ts'
import { type Clusters, clusterRange } from './cluster-range.ts'

/** How samples are fitted: all that does not depend on which. */
export interface FitOptions {
  method: Method
  clusters: Clusters
  seed: number
  work: Omit<Task, 'clusters' | 'random' | 'seen'>
  /** The ranks that have their own samples each. */
  rows: Ranks
  onStop: 'fail' | 'keep'
  pace: PaceOptions
  /** What is told of each progress. */
  told: (progress: Progress) => Progress
}

/** What a method found, under which number of clusters, and why that. */
export interface FitResult {
  found: MethodResult & { stopped?: true }
  clusters: number
  choice: ClusterChoice | null
}

/** Chooses the number of clusters where it is not given, and runs the method; `seen` is what it saw of the same samples before. */
export async function* fitSamples(
  input: PreparedRows,
  { method, clusters, seed, work, rows, onStop, pace, told }: FitOptions,
  seen?: unknown,
): AsyncGenerator<Progress, FitResult> {
  const { device, options } = work
  const random = new Random(seed)
  const beside = device ?? undefined
  const range = clusterRange(clusters, rowRange(rows, input.samples).total)
  const search = { ...work, random, ranks: rows }
  let choice: ClusterChoice | null = null
  if (typeof clusters !== 'number') {
    const { chooseClusters } = await import('./choose-clusters.ts')
    const choosing = mapProgress(chooseClusters(input, clusters, search, method, options), told)
    ;({ choice, seen } = yield* drive(choosing, pace, beside))
  }
  const task = { ...work, random, seen, clusters: choice?.clusters ?? range.to }
  // Views that are not in memory get this far only with a method that takes them.
  const run = mapProgress(await method.run(input as PreparedViews, task), told)
  const result = yield* (onStop === 'keep' ? bestSoFar : drive)(run, pace, beside)
  const { embedding, tree, outlierScores } = result
  const lacks = embedding && task.clusters > 1 && !(tree && outlierScores)
  if (!lacks) return { found: result, choice, clusters: task.clusters }
  const { addOutlierScores } = await import('../methods/embedding-outliers.ts')
  return { found: addOutlierScores(result, embedding, task.clusters, rows), choice, clusters: task.clusters }
}
