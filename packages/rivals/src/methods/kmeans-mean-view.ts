import type { Matrix, Method } from '@manyview/core'
import { completeResult, option, type Scaling, scaleView } from '@manyview/core/methods'
import { concatenateColumns, matrix, repeatedKmeans, unitRows } from '@manyview/core/numerics'
import { leadingSingularVectors } from '../linalg/leading-singular-vectors.ts'

/** k-means in every view on its own, then the partition that their mean co-membership supports. */
export const kmeansMeanView = {
  name: 'kmeans-mean-view' as const,
  title: 'k-means on each view, averaged',
  description:
    'Runs k-means in each view on its own, averages over the views who shares a cluster with whom (each cluster divided by its size), and groups the samples by the leading eigenvectors of that mean. All views weigh the same. Papers that report a “mean view” average scores, which is no partition.',
  cost: 'time k·d·n a step and (k·m)²·n, memory (d + k·m)·n',
  source: 'k-means: Lloyd 1982; averaging of partitions: cluster ensembles of Strehl and Ghosh 2002',
  orderFree: true,
  options: [option.scaling('auto'), option.restarts(10, 'starts a view and for the labels')],
  *run(input, { clusters, options, random, kernels }) {
    const restarts = options.restarts as number
    const indicators: Matrix[] = []
    for (const [v, { name, data }] of input.views.entries()) {
      const points = scaleView(data, options.scaling as Scaling)
      const stage = `k-means on ${name}`
      const { labels } = yield* repeatedKmeans(kernels, points, { clusters, restarts, random: random.split(v), stage })
      indicators.push(indicatorMatrix(labels, clusters))
    }
    const embedding = unitRows(leadingSingularVectors(kernels, concatenateColumns(indicators), clusters))
    const partition = yield* repeatedKmeans(kernels, embedding, { clusters, restarts, random })
    const { labels, iterations, converged } = partition
    return completeResult({ labels, iterations, converged, embedding })
  },
} satisfies Method

/** n×clusters: 1/√size in the column of each sample's cluster, so that the product with its transpose is the co-membership divided by sizes. */
function indicatorMatrix(labels: Int32Array, clusters: number): Matrix {
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  const result = matrix(labels.length, clusters)
  labels.forEach((label, i) => {
    result.data[i * clusters + label] = 1 / Math.sqrt(sizes[label])
  })
  return result
}
