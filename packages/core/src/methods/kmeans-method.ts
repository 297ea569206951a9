import { repeatedKmeans } from '../numerics/kmeans/repeated-kmeans.ts'
import { concatenateColumns, zScoreColumns } from '../numerics/linalg/scale.ts'
import { completeResult } from './complete-result.ts'
import type { Method } from './method.ts'
import { option } from './option.ts'

/** k-means on all views side by side, every feature z-scored: the reference that everyone should beat. */
export const kmeansMethod = {
  name: 'kmeans' as const,
  title: 'k-means on the concatenated views',
  description: 'Every feature is z-scored, all views are put side by side, k-means with k-means++ starts.',
  cost: 'time k·d·n a step, memory d·n',
  source: 'Lloyd 1982; starts by Arthur and Vassilvitskii 2007',
  orderFree: true,
  options: [option.restarts(10, 'starts'), option.integer('maxIterations', 100, 'most steps a start')],
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
} satisfies Method
