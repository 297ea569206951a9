import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import { mapSteps } from '../steps.ts'
import { kmeansSteps } from './kmeans.ts'
import type { KmeansOptions, KmeansResult } from './kmeans-options.ts'

export interface RepeatedKmeansOptions extends KmeansOptions {
  /** What the progress says; default `k-means`. */
  stage?: string
  /** True where the clusters are those of the fit: the progress can tell the best so far. */
  final?: boolean
}

/** `kmeans` as a stage of a fit: its steps are progress. */
export function repeatedKmeans(
  kernels: Kernels,
  points: Matrix,
  { stage = 'k-means', final = false, ...options }: RepeatedKmeansOptions,
): Generator<Progress, KmeansResult> {
  const total = (options.restarts ?? 10) + (options.starts?.length ?? 0)
  return mapSteps(kmeansSteps(kernels, points, options), ({ starts, best }) => ({
    stage,
    iteration: starts,
    total,
    ...(final && best ? { partition: () => best.labels } : {}),
  }))
}
