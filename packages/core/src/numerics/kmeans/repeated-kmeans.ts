import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { mapProgress } from '../../runtime/steps.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { startRandoms } from './best-start.ts'
import { kmeansSteps } from './kmeans.ts'
import type { KmeansOptions, KmeansResult } from './kmeans-options.ts'

interface RepeatedKmeansOptions extends KmeansOptions {
  /** Name of the stage in the progress; default `k-means`. */
  stage?: string
  /** True where the clusters are those of the fit: the progress then carries the best partition so far. */
  final?: boolean
}

/** Runs `kmeans` as a stage of a fit whose steps are progress. Start r draws what a k-means of one start draws from split r of `random`. */
export function repeatedKmeans(
  kernels: Kernels,
  points: Matrix,
  { stage = 'k-means', final = false, ...options }: RepeatedKmeansOptions,
): Generator<Progress, KmeansResult> {
  const { random, restarts = 10, starts = [] } = options
  const randoms = Array.from({ length: restarts }, (_, r) => startRandoms(random.split(r), 1)[0])
  const total = restarts + starts.length
  return mapProgress(kmeansSteps(kernels, points, { ...options, restarts, randoms }), ({ starts, best }) => ({
    stage,
    iteration: starts,
    total,
    ...(final && best ? { partition: () => best.labels } : {}),
  }))
}
