import type { Kernels } from '../../kernels/kernels.ts'
import { clusterCentres } from '../../kmeans/cluster-centres.ts'
import { runKmeansJobs } from '../../kmeans/kmeans-jobs.ts'
import { repeatedKmeans } from '../../kmeans/repeated-kmeans.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { mapSteps } from '../../steps.ts'

/** Starts that are tried for so many steps, after which a start that is behind hardly ever catches up, */
const TRIED = 10
const STEPS = 4
/** and those that go on to the end. */
const BEST = 3

/**
 * Labels by k-means: of 10 greedy starts the 3 that lead after a few steps go on; the lowest squared error wins, the first of equal ones. The threads of a crew share
 * the trials. O(n·k·p) a step.
 */
export function* finalKmeans(
  kernels: Kernels,
  embedding: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array> {
  const start = { points: 0, clusters, restarts: 1, start: 'greedy', maxIterations: STEPS } as const
  const jobs = Array.from({ length: TRIED }, (_, r) => ({ ...start, random: random.split(r) }))
  const trials = runKmeansJobs(kernels, [embedding], jobs)
  const tried = yield* mapSteps(trials, (iteration) => ({ stage: 'consensus', iteration, total: TRIED }))
  const partitions = tried.map((labels) => ({ labels, clusters }))
  const leading = clusterCentres(kernels, embedding, partitions)
    .map(({ centres, sizes }) => ({ centres, spread: spreadOf(centres, sizes) }))
    .sort((a, b) => b.spread - a.spread)
    .slice(0, BEST)
  const starts = leading.map(({ centres }) => centres)
  return (yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts: 0, starts, stage: 'consensus' }))
    .labels
}

/** How far the centres of a partition lie apart, Σ size · length²: the squared error is as much less. */
function spreadOf({ columns, data }: Matrix, sizes: Float64Array): number {
  return data.reduce((sum, value, p) => sum + sizes[Math.floor(p / columns)] * value * value, 0)
}
