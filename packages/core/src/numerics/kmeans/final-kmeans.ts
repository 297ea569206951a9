import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { mapProgress } from '../../runtime/steps.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { clusterCentres } from './cluster-centres.ts'
import { runKmeansJobs } from './kmeans-jobs.ts'
import { repeatedKmeans } from './repeated-kmeans.ts'

/** Starts that are tried, and steps of a trial: after four the ranking of starts hardly changes. */
const TRIED = 10
const TRIAL_STEPS = 4
/** Starts that go on to the end. */
const BEST = 3

/** Clusters points (n×p) by k-means: of 10 greedy starts the 3 that lead after a few steps go on; the lowest squared error wins, the first of equal ones. O(n·k·p) a step. */
export function* finalKmeans(
  kernels: Kernels,
  points: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array> {
  const start = { points: 0, clusters, restarts: 1, start: 'greedy', maxIterations: TRIAL_STEPS } as const
  const jobs = Array.from({ length: TRIED }, (_, r) => ({ ...start, random: random.split(r) }))
  const trials = runKmeansJobs(kernels, [points], jobs)
  const tried = yield* mapProgress(trials, (iteration) => ({ stage: 'consensus', iteration, total: TRIED }))
  const partitions = tried.map((labels) => ({ labels, clusters }))
  const starts = clusterCentres(kernels, points, partitions)
    .map(({ centres, sizes }) => ({ centres, spread: betweenClusterSquares(centres, sizes) }))
    .sort((a, b) => b.spread - a.spread)
    .slice(0, BEST)
    .map(({ centres }) => centres)
  return (yield* repeatedKmeans(kernels, points, { clusters, random, restarts: 0, starts, stage: 'consensus' })).labels
}

/** How far the centres of a partition lie apart, Σ size · length²: the squared error is as much less. */
function betweenClusterSquares({ columns, data }: Matrix, sizes: Float64Array): number {
  return data.reduce((sum, value, p) => sum + sizes[Math.floor(p / columns)] * value * value, 0)
}
