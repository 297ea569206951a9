import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { kmeansSteps } from './kmeans.ts'
import type { KmeansResult } from './kmeans-options.ts'

export interface RepeatedKmeansOptions {
  clusters: number
  random: Random
  /** Runs from a start of their own, of which the one with the least squared error is kept; default 10. */
  restarts?: number
  start?: 'k-means++' | 'greedy' | 'random'
  maxIterations?: number
  /** What the progress says; default `k-means`. */
  stage?: string
  /** True where the clusters are those of the fit: the progress can tell the best so far. */
  final?: boolean
}

/** `kmeans` with a generator of its own for every start, yielding after every step, so that long fits can be followed and stopped. */
export function* repeatedKmeans(
  kernels: Kernels,
  points: Matrix,
  { random, restarts = 10, stage = 'k-means', final = false, ...rest }: RepeatedKmeansOptions,
): Generator<Progress, KmeansResult> {
  let best: KmeansResult | undefined
  for (let restart = 0; restart < restarts; restart++) {
    const steps = kmeansSteps(kernels, points, { ...rest, random: random.split(restart), restarts: 1 })
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield { stage, iteration: restart, total: restarts }
    if (!best || step.value.squaredError < best.squaredError) best = step.value
    const { labels } = best
    yield { stage, iteration: restart + 1, total: restarts, ...(final ? { partition: () => labels } : {}) }
  }
  return best!
}
