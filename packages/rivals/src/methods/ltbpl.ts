import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, reporting, requireMemory } from '@manyview/core/methods'
import {
  isSparse,
  matrix,
  projectOntoSimplexInto,
  squaredDistanceSteps,
  squaredNorm,
  toDense,
  transpose,
  unitRows,
  withinRange,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { constrainedLaplacianRank } from '../graph/constrained-laplacian-rank.ts'
import { probabilisticNeighbours } from '../graph/probabilistic-neighbours.ts'
import { mergeSmallClusters } from '../kmeans/merge-small-clusters.ts'
import { weightedSum, weightedSumInto } from '../linalg/weighted-sum.ts'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** LTBPL: neighbour graphs of all views as a weighted low-rank tensor, and one consensus graph of exactly k components. */
export const ltbpl = {
  name: 'ltbpl' as const,
  title: 'LTBPL, low-rank tensor based proximity learning',
  description:
    'Learns one neighbour graph a view, low-rank as a tensor along the order of the samples, and a consensus graph that falls into exactly k connected parts. No k-means, no random choice; tuned for each data set by its authors.',
  cost: 'time up to 600 spectra of a sparse n×n graph + 20·m·n²·log n, memory 5·m·n²',
  source: 'Chen, Wang and Lai, Low-Rank Tensor Based Proximity Learning for Multi-View Clustering, IEEE TKDE 2023',
  orderFree: false,
  options: [
    option.number('alpha', 1, 'how evenly a sample spreads over its neighbours; published for BBCSport'),
    option.number('beta', 50, 'weight of the tensor norm; published for BBCSport'),
    option.number('omegaFirst', 1, 'weight of the largest singular value of every slice'),
    option.number('omegaRest', 10, 'weight of its other singular values'),
    option.count('neighbours', 10, 'neighbours in the first graphs'),
    option.integer('maxIterations', 20, 'outer iterations; there is no test of convergence', { maximum: 30 }),
  ],
  *run(input, task) {
    const { clusters, options, kernels } = task
    const n = input.samples
    const arrays = 5 * input.views.length + 7
    requireMemory(task, 8 * n * n * arrays, `${arrays} matrices of ${n}×${n}`)
    const [distances, graphs]: [Matrix[], Matrix[]] = [[], []]
    for (const { data } of input.views) {
      const rows = unitRows(withinRange(isSparse(data) ? toDense(data) : data))
      distances.push(yield* squaredDistanceSteps(kernels, rows))
      yield { stage: 'preparing views', iteration: graphs.length, total: input.views.length }
      graphs.push(yield* firstGraph(distances[distances.length - 1], options.neighbours as number))
      yield { stage: 'preparing views', iteration: graphs.length, total: input.views.length }
    }
    const omega = input.views.map((_, rank) => (rank === 0 ? options.omegaFirst : options.omegaRest) as number)
    const settings = { clusters, ...options, omega } as unknown as LtbplSettings
    let last: LtbplState | undefined
    for (const state of ltbplIterations(kernels, distances, graphs, settings)) {
      last = state
      const whole = state.finished && state.components === clusters ? { partition: () => state.labels } : {}
      yield { stage: 'iterating', iteration: state.iteration, total: settings.maxIterations, exact: true, ...whole }
    }
    const { S, labels, components, iteration } = last!
    const warnings =
      components === clusters
        ? []
        : [
            `the graph fell into ${components} parts instead of ${clusters}${components > clusters ? '; the smallest joined the nearest' : ''}`,
          ]
    return completeResult({
      labels: mergeSmallClusters(labels, S, clusters),
      embedding: S,
      iterations: iteration,
      warnings,
    })
  },
} satisfies Method

export interface LtbplSettings {
  clusters: number
  alpha: number
  beta: number
  /** Weights of the singular values of a slice, by their rank (not by view). */
  omega: readonly number[]
  maxIterations: number
  /** n×clusters by outer iteration: spectra to start the rank constraint with, in place of its own. */
  startVectors?: readonly Matrix[]
}

/** The variables, n×n, written into again by the next iteration: consensus graph S with its components, graphs A by view, their low-rank copies J and multipliers Q, view weights w, the penalty rho of this iteration. */
export interface LtbplState {
  S: Matrix
  labels: Int32Array
  components: number
  /** Weights of the rank term tried for S. */
  lambdas: number[]
  A: Matrix[]
  J: Matrix[]
  Q: Matrix[]
  w: number[]
  rho: number
  iteration: number
  /** False within an iteration. */
  finished: boolean
}

/** Rows that are worked on between two yields. */
const STRETCH = 256

/**
 * LTBPL's outer iterations from squared distances D_v and first graphs (n×n by view):
 *
 *     min Σ_v [ Σ_ij D_v·A_v + alpha·‖A_v‖² + w_v·‖S − A_v‖² ] + beta·‖A‖ (weighted tensor nuclear norm),   S of exactly c components
 */
export function* ltbplIterations(
  kernels: Kernels,
  D: readonly Matrix[],
  graphs: readonly Matrix[],
  { clusters, alpha, beta, omega, maxIterations, startVectors }: LtbplSettings,
): Generator<LtbplState> {
  const n = D[0].rows
  const zeros = () => D.map(() => matrix(n, n))
  const state: LtbplState = {
    S: matrix(n, n),
    labels: new Int32Array(n),
    components: 0,
    lambdas: [],
    A: graphs.map(({ data }) => matrix(n, n, data.slice())),
    J: zeros(),
    Q: zeros(),
    w: D.map(() => 1 / D.length),
    rho: 0.1,
    iteration: 0,
    finished: false,
  }
  const { A, J, Q, w } = state
  // The first graphs were copied for A.
  yield state
  const change = matrix(n, n)
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    if (iteration > 1) state.rho *= 2
    const { rho } = state
    Object.assign(state, { iteration, finished: false })
    const start = iteration > 1 ? state.S : undefined
    const split = constrainedLaplacianRank(kernels, A, w, {
      clusters,
      start,
      startVectors: startVectors?.[iteration - 1],
    })
    const { graph: S, labels, count: components, lambdas } = yield* reporting(split, state)
    Object.assign(state, { S, labels, components, lambdas })
    for (let v = 0; v < D.length; v++) {
      const weights = [2 * w[v], rho, -1, -1].map((weight) => weight / (2 * alpha + 2 * w[v] + rho))
      weightedSumInto(A[v], [S, J[v], Q[v], D[v]], weights)
      yield state
      for (let i = 0; i < n; i++) {
        projectOntoSimplexInto(A[v].data.subarray(i * n, (i + 1) * n))
        if (i % STRETCH === STRETCH - 1) yield state
      }
      weightedSumInto(J[v], [A[v], Q[v]], [1, 1 / rho])
      yield state
    }
    const shrink = (value: number, rank: number) => Math.max(value - (beta / rho) * omega[rank], 0)
    yield* reporting(tubalShrinkInto(kernels, J, shrink), state)
    for (let v = 0; v < D.length; v++) {
      weightedSumInto(change, [S, A[v]], [1, -1])
      w[v] = 0.5 / Math.max(Math.sqrt(squaredNorm(change.data)), 1e-12)
      yield state
      weightedSumInto(Q[v], [Q[v], A[v], J[v]], [1, rho, -rho])
      yield state
    }
    state.finished = true
    yield state
  }
}

/** The adaptive neighbour graph, made symmetric: (A + Aᵀ)/2. Yields within. */
export function* firstGraph(squaredDistances: Matrix, neighbours: number): Generator<Progress, Matrix> {
  const progress = { stage: 'preparing views', iteration: 1, total: 1 }
  const directed = yield* reporting(probabilisticNeighbours(squaredDistances, { neighbours, skipSelf: true }), progress)
  yield progress
  const turned = transpose(directed)
  yield progress
  return weightedSum([directed, turned], [0.5, 0.5])
}
