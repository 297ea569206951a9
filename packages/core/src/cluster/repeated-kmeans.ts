import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { kmeans } from './kmeans.ts'

export interface RepeatedKmeansOptions {
  clusters: number
  random: Random
  /** Runs from a start of their own, of which the one with the least squared error is kept; default 10. */
  restarts?: number
  start?: 'k-means++' | 'greedy' | 'random'
  maxIterations?: number
  /** What the progress says; default `k-means`. */
  stage?: string
}

/** `kmeans` one start at a time, yielding after each, so that long fits can be followed and stopped. */
export function* repeatedKmeans(
  kernels: Kernels,
  points: Matrix,
  { random, restarts = 10, stage = 'k-means', ...rest }: RepeatedKmeansOptions,
): Generator<Progress, ReturnType<typeof kmeans>> {
  let best: ReturnType<typeof kmeans> | undefined
  for (let restart = 0; restart < restarts; restart++) {
    const found = kmeans(kernels, points, { ...rest, random: random.split(restart), restarts: 1 })
    if (!best || found.squaredError < best.squaredError) best = found
    yield { stage, iteration: restart + 1, total: restarts }
  }
  return best!
}
