import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, requireMemory, type Scaling, scaleView } from '@manyview/core/methods'
import {
  blockLanczos,
  concatenateColumns,
  exponential,
  KernelMatrix,
  matrix,
  multiply,
  multiplyTranspose,
  type Random,
  repeatedKmeans,
  squaredDistanceSteps,
  squaredNorm,
  transpose,
  unitRows,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { normaliseAffinity } from '../graph/spectral-embedding.ts'
import { upperMedianInto } from '../linalg/upper-median.ts'
import { weightedSum } from '../linalg/weighted-sum.ts'

/** Co-regularised spectral clustering: each view's spectral embedding is drawn towards those of the others. */
export const coreg = {
  name: 'coreg' as const,
  title: 'co-regularised multi-view spectral clustering',
  description:
    'Computes a spectral embedding of each view from a Gaussian kernel, then in turn recomputes each with a reward for spanning the same space as the others, and groups the samples by all embeddings side by side.',
  cost: 'time d·n² and some tens of k·n² a view and round, memory (m + 4)·n²',
  source: 'Kumar, Rai and Daumé III, Co-regularized Multi-view Spectral Clustering (pairwise form), NIPS 2011',
  orderFree: true,
  options: [
    option.number('lambda', 0.05, 'weight of the agreement between the views'),
    option.integer('rounds', 10, 'most rounds over all views', { minimum: 0, maximum: 1000 }),
    option.number('tolerance', 1e-4, 'stop when the embeddings turn by less in a round, as a share of their size'),
    option.scaling('auto'),
    option.restarts(10),
  ],
  *run(input, task) {
    const { clusters, options, random, kernels } = task
    const { samples: n, views } = input
    const [lambda, rounds] = [options.lambda as number, options.rounds as number]
    requireMemory(task, 8 * (views.length + 4) * n * n, `${views.length + 4} matrices of ${n}×${n}`)
    const affinities: KernelMatrix[] = []
    for (const [v, { data }] of views.entries()) {
      const progress = { stage: 'comparing samples', iteration: v + 1, total: views.length }
      const squared = yield* squaredDistanceSteps(kernels, scaleView(data, options.scaling as Scaling))
      yield progress
      const kernel = yield* gaussianKernel(squared, progress)
      const normalised = normaliseAffinity(kernel)
      yield progress
      affinities.push(new KernelMatrix(kernels, normalised))
      yield progress
    }
    // Embeddings have one eigenvector a row (k×n).
    const embeddings: Matrix[] = []
    for (const [v, affinity] of affinities.entries())
      embeddings.push(yield* leadingVectors(kernels, affinity, [], lambda, clusters, random.split(v)))
    let round = 0
    let converged = views.length === 1
    const change: number[] = []
    while (round < rounds && !converged) {
      let turned = 0
      for (const [v, affinity] of affinities.entries()) {
        const others = embeddings.filter((_, u) => u !== v)
        const next = yield* leadingVectors(
          kernels,
          affinity,
          others,
          lambda,
          clusters,
          random.split(v, round),
          embeddings[v],
        )
        // 1 − the mean squared cosine between the spaces of before and now.
        turned += (1 - squaredNorm(multiplyTranspose(next, embeddings[v]).data) / clusters) / views.length
        embeddings[v] = next
      }
      change.push(Math.max(0, turned))
      converged = turned < (options.tolerance as number)
      round++
      yield { stage: 'iterating', iteration: round, total: rounds, change: change.at(-1) }
    }
    const embedding = concatenateColumns(embeddings.map((vectors) => unitRows(transpose(vectors))))
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, restarts, random })
    return completeResult({ labels, iterations: round, converged, embedding, history: { objective: [], change } })
  },
} satisfies Method

/** The k leading eigenvectors (k×n) of the affinity plus λ·Σ UᵀU over the other embeddings. */
function* leadingVectors(
  kernels: Kernels,
  affinity: KernelMatrix,
  others: Matrix[],
  lambda: number,
  count: number,
  random: Random,
  start?: Matrix,
) {
  const apply = (rows: Matrix) =>
    weightedSum(
      [
        transpose(affinity.multiply(transpose(rows))),
        ...others.map((other) => multiply(multiplyTranspose(rows, other), other)),
      ],
      [1, ...others.map(() => lambda)],
    )
  // A start that fills the space leaves the search no room.
  const startVectors = start && 2 * count < affinity.rows ? start : undefined
  return (yield* blockLanczos(apply, affinity.rows, count, {
    random,
    start: startVectors,
    kernels,
    ranks: singleProcess,
  })).vectors
}

/** exp(−d² / 2σ²) with the median distance between different samples as σ; yields every 200 rows. */
function* gaussianKernel(squared: Matrix, progress: Progress): Generator<Progress, Matrix> {
  const n = squared.rows
  const pairs = new Float64Array((n * (n - 1)) / 2)
  let next = 0
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) pairs[next++] = squared.data[i * n + j]
  yield progress
  const median = upperMedianInto(pairs)
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) {
    if (i % 200 === 0) yield progress
    for (let p = i * n; p < (i + 1) * n; p++) {
      const distance = squared.data[p]
      result.data[p] = median > 0 ? exponential(-distance / (2 * median)) : Number(distance === 0)
    }
  }
  return result
}
