import { concatenateColumns, zScoreColumns } from '../data/scale.ts'
import { repeatedKmeans } from '../kmeans/repeated-kmeans.ts'
import { completeResult } from './complete-result.ts'
import type { Method } from './method.ts'

/** k-means on all views side by side, every feature z-scored: the reference that everyone should beat. */
export const kmeansMethod: Method = {
  name: 'kmeans',
  title: 'k-means on the concatenated views',
  description: 'Every feature is z-scored, all views are put side by side, k-means with k-means++ starts.',
  cost: 'time k·d·n a step, memory d·n',
  source: 'Lloyd 1982; starts by Arthur and Vassilvitskii 2007',
  orderFree: true,
  options: [
    {
      name: 'restarts',
      kind: 'integer',
      minimum: 1,
      maximum: 10000,
      default: 10,
      description: 'starts, of which the best is kept',
    },
    {
      name: 'maxIterations',
      kind: 'integer',
      minimum: 1,
      maximum: 100000,
      default: 100,
      description: 'most steps a start',
    },
  ],
  *run(input, task) {
    const points = concatenateColumns(input.views.map((view) => zScoreColumns(view.data)))
    const { restarts, maxIterations } = task.options as { restarts: number; maxIterations: number }
    const { labels, iterations, converged, squaredError } = yield* repeatedKmeans(task.kernels, points, {
      clusters: task.clusters,
      random: task.random,
      restarts,
      maxIterations,
      final: true,
    })
    return completeResult({
      labels,
      embedding: points,
      iterations,
      converged,
      history: { objective: [squaredError], change: [] },
      warnings: converged
        ? []
        : ['k-means stopped at its largest number of steps before it settled; raise maxIterations'],
    })
  },
}
