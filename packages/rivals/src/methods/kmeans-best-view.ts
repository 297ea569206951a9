import type { Method } from '@manyview/core'
import type { MethodResult } from '@manyview/core/methods'
import { completeResult, option, type Scaling, scaleView } from '@manyview/core/methods'
import { repeatedKmeans } from '@manyview/core/numerics'
import { simplifiedSilhouette } from '../kmeans/simplified-silhouette.ts'

/** k-means in every view on its own; the partition of the view that separates its clusters best. */
export const kmeansBestView = {
  name: 'kmeans-best-view' as const,
  title: 'k-means on the best single view',
  description:
    'Runs k-means in each view on its own and keeps the partition whose clusters are farthest apart for their size (largest simplified silhouette). No labels are used: papers that report a “best view” choose it by the true labels, which scores higher.',
  cost: 'time k·d·n a step, memory d·n',
  source: 'k-means: Lloyd 1982; choice of the view: simplified silhouette of Hruschka, de Castro and Campello 2004',
  orderFree: true,
  options: [option.scaling('auto'), option.restarts(10, 'starts a view')],
  *run(input, { clusters, options, random, kernels }) {
    const restarts = options.restarts as number
    const silhouettes = new Map<string, number>()
    let best: MethodResult | undefined
    let bestSilhouette = -Infinity
    for (const [v, { name, data }] of input.views.entries()) {
      const points = scaleView(data, options.scaling as Scaling)
      const stage = `k-means on ${name}`
      const partition = yield* repeatedKmeans(kernels, points, { clusters, restarts, random: random.split(v), stage })
      const silhouette = simplifiedSilhouette(points, partition.labels, partition.centres)
      silhouettes.set(name, silhouette)
      if (silhouette <= bestSilhouette) continue
      bestSilhouette = silhouette
      const { labels, iterations, converged } = partition
      best = completeResult({ labels, iterations, converged, embedding: points, details: { view: name } })
    }
    best!.details.silhouettes = Object.fromEntries(silhouettes)
    best!.viewWeights = Object.fromEntries(
      input.views.map(({ name }) => [name, name === best!.details.view ? input.views.length : 0]),
    )
    return best!
  },
} satisfies Method
