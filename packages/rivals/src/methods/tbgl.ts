import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, reporting, requireMemory } from '@manyview/core/methods'
import {
  matrix,
  multiplyTransposeFast,
  projectOntoSimplexInto,
  softThreshold,
  squaredDistanceSteps,
  takeRows,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { anchors } from '../data/anchors.ts'
import { divideByLargest } from '../data/rival-scalings.ts'
import { cocluster } from '../graph/cocluster.ts'
import { probabilisticNeighbours } from '../graph/probabilistic-neighbours.ts'
import { mergeSmallClusters } from '../kmeans/merge-small-clusters.ts'
import { leadingSingular } from '../linalg/leading-singular.ts'
import { weightedSum, weightedSumInto } from '../linalg/weighted-sum.ts'
import { exclusiveLassoInto } from '../prox/exclusive-lasso-into.ts'
import { generalisedSoftThreshold } from '../prox/generalised-soft-threshold.ts'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** Weight of an anchor in the normalised graph from which fewer than half of the digits are left. */
const LOST = 1e7
const ROUNDED =
  'passes of tbgl left anchors without samples, and rounding decided between close ones: changes in the last digits of the data can give other clusters, which equal results for all seeds do not show'

/** TBGL: graphs between samples and anchors, one per view, made alike by a tensor Schatten-p norm, then co-clustered. */
export const tbgl = {
  name: 'tbgl' as const,
  title: 'TBGL, tensorised bipartite graph learning',
  description:
    'Links every sample to half of the samples as anchors, one graph a view, cleans the graphs together with a Schatten-p norm along the order of the samples, and splits their mean into connected parts. No k-means, no random choice.',
  cost: 'time m·n²·log n + k·n² a pass, memory 5·m·n²',
  source:
    'Xia, Gao, Wang, Gao, Ding and Tao, Tensorized Bipartite Graph Learning for Multi-View Clustering, TPAMI 2023',
  orderFree: false,
  options: [
    option.number('alpha', 0.025, 'weight of the errors of the graphs'),
    option.number('gamma', 1e-4, 'weight of the exclusive lasso, which spreads samples over anchors'),
    option.number('p', 0.9, 'exponent of the Schatten norm; 1 is the nuclear norm', { minimum: 0.01, maximum: 1 }),
    option.number('beta', 10, 'first weight of the rank constraint; the published rule halves it nearly every pass'),
    option.count('neighbours', 10, 'anchors that a sample is linked to at first'),
    option.integer('maxIterations', 52, 'passes; there is no test of convergence', { maximum: 10000 }),
  ],
  *run(input, task) {
    const { clusters, options, kernels } = task
    const n = input.samples
    const m = Math.max(Math.floor(n / 2), 1)
    const arrays = 9 * input.views.length + 6
    requireMemory(task, 8 * n * m * arrays, `${arrays} matrices of ${n}×${m}`)
    const views = input.views.map((view) => divideByLargest(view.data))
    const chosen = anchors(views, m).sort()
    const graphs: Matrix[] = []
    for (const view of views) {
      graphs.push(yield* anchorGraph(kernels, view, chosen, options.neighbours as number))
      yield { stage: 'preparing views', iteration: graphs.length, total: views.length }
    }
    const settings = { clusters, ...options } as unknown as TbglSettings
    let last: TbglState | undefined
    for (const state of tbglIterations(kernels, graphs, settings)) {
      last = state
      yield { stage: 'iterating', iteration: state.iteration, total: settings.maxIterations, exact: true }
    }
    const { C, kappa, iteration, rounded } = last!
    const mean = meanGraph(C, kappa)
    const { graph, labels, count } = yield* cocluster(kernels, mean, { clusters, acceptInput: true })
    const warnings: string[] =
      count === clusters
        ? []
        : [
            `the graph fell into ${count} parts instead of ${clusters}${count > clusters ? '; the smallest joined the nearest' : ''}`,
          ]
    if (rounded) warnings.push(ROUNDED)
    const total = kappa.reduce((sum, value) => sum + 1 / value, 0)
    return completeResult({
      labels: mergeSmallClusters(labels, mean, clusters),
      embedding: graph,
      viewWeights: Object.fromEntries(input.views.map(({ name }, v) => [name, kappa.length / (kappa[v] * total)])),
      iterations: iteration,
      warnings,
      details: { anchors: Array.from(chosen) },
    })
  },
} satisfies Method

export interface TbglSettings {
  clusters: number
  alpha: number
  gamma: number
  p: number
  beta: number
  maxIterations: number
}

/**
 * The variables, n×m by view and written into again by the next pass: graphs C (rows on the simplex), their low-rank copies J and spread copies O, errors E, multipliers W (of B = C + E), Y2 (of J = C)
 * and Y3 (of C = O); weights kappa of the views (small is good), beta, and the singular vectors left (n×c) and right (m×c) of the joined graph.
 */
export interface TbglState {
  C: Matrix[]
  J: Matrix[]
  O: Matrix[]
  E: Matrix[]
  W: Matrix[]
  Y2: Matrix[]
  Y3: Matrix[]
  kappa: number[]
  beta: number
  left: Matrix
  right: Matrix
  singular: Float64Array
  penalty: number
  iteration: number
  /** True once an anchor had no samples: numbers then grow so large that rounding decides. */
  rounded: boolean
  /** False within a pass. */
  finished: boolean
}

/**
 * TBGL's passes (ADMM) from graphs B_v between n samples and m anchors:
 *
 *     min Σ_v [ alpha·‖E_v‖₁ + gamma·Σ_columns (Σ|C_v|)² + beta/kappa_v·tr(Fᵀ L(C_v) F) ] + ‖C‖ (tensor Schatten-p),   B_v = C_v + E_v
 */
export function* tbglIterations(kernels: Kernels, B: readonly Matrix[], settings: TbglSettings): Generator<TbglState> {
  const { clusters: c, alpha, gamma, p, maxIterations } = settings
  const { rows: n, columns: m } = B[0]
  const zeros = () => B.map(() => matrix(n, m))
  const [C, J, O, E] = [zeros(), zeros(), zeros(), zeros()]
  const [W, Y2, Y3] = [zeros(), zeros(), zeros()]
  const sum = matrix(n, m)
  let kappa = B.map(() => 1 / B.length)
  let beta = settings.beta
  // The three penalties of the published code start and grow alike.
  let penalty = 1e-4
  const [none, other] = [matrix(n, 0), matrix(m, 0)]
  const spectrum = { left: none, right: other, singular: new Float64Array() }
  const state: TbglState = {
    C,
    J,
    O,
    E,
    W,
    Y2,
    Y3,
    kappa,
    beta,
    ...spectrum,
    penalty,
    iteration: 0,
    rounded: false,
    finished: false,
  }
  let scales = B.map(columnScale)
  yield state
  joinInto(sum, B, scales, kappa)
  yield state
  let { left, right, values: singular } = yield* reporting(leadingSingular(kernels, sum, c + 1), state)
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    Object.assign(state, { iteration, penalty, finished: false })
    const share = 1 / (3 * penalty)
    for (let v = 0; v < B.length; v++) {
      const pull = multiplyTransposeFast(kernels, firstColumns(left, c), scaleRows(firstColumns(right, c), scales[v]))
      // The copy O of the LAST view stands in for every view, as in the published code.
      const parts = [B[v], E[v], J[v], O[O.length - 1], W[v], Y2[v], Y3[v], pull]
      const weights = [1 / 3, -1 / 3, 1 / 3, 1 / 3, share, share, -share, (share * beta) / kappa[v]]
      yield state
      weightedSumInto(C[v], parts, weights)
      yield state
      for (const row of rowsOf(C[v])) projectOntoSimplexInto(row)
      yield state
    }
    for (let v = 0; v < B.length; v++) {
      weightedSumInto(J[v], [C[v], Y2[v]], [1, -1 / penalty])
      yield state
    }
    const shrink = (value: number) => generalisedSoftThreshold(value, 1 / penalty, p)
    yield* reporting(tubalShrinkInto(kernels, J, shrink), state)
    for (let v = 0; v < B.length; v++) {
      weightedSumInto(O[v], [C[v], Y3[v]], [1, 1 / penalty])
      yield state
      exclusiveLassoInto(O[v], (2 * gamma) / penalty)
      yield state
      weightedSumInto(E[v], [B[v], C[v], W[v]], [1, -1, 1 / penalty])
      yield state
      for (const row of rowsOf(E[v])) row.set(softThreshold(row, alpha / penalty))
      yield state
    }

    scales = C.map(columnScale)
    yield state
    state.rounded ||= scales.some((scale) => scale.some((weight) => weight > LOST))
    joinInto(sum, C, scales, kappa)
    yield state
    ;({ left, right, values: singular } = yield* reporting(leadingSingular(kernels, sum, c + 1, right), state))
    const total = singular.subarray(0, c).reduce((before, value) => before + value, 0)
    const few = total < c - 1e-7
    const many = !few && total + (singular[c] ?? 0) > c + 1 - 1e-7
    if (few || many) {
      beta = few ? 2 * beta : beta / 2
      kappa = yield* reporting(viewWeights(C, scales, firstColumns(left, c), firstColumns(right, c)), state)
      for (let v = 0; v < B.length; v++) {
        yield state
        weightedSumInto(W[v], [W[v], B[v], E[v], C[v]], [1, penalty, -penalty, -penalty])
        yield state
        weightedSumInto(Y2[v], [Y2[v], J[v], C[v]], [1, penalty, -penalty])
        yield state
        weightedSumInto(Y3[v], [Y3[v], C[v], O[v]], [1, penalty, -penalty])
      }
    }
    Object.assign(state, { kappa, beta, left, right, singular, finished: true })
    yield state
    if (!few && !many) return
    penalty = Math.min(1.1 * penalty, 1e11)
  }
}

function* rowsOf({ rows, columns, data }: Matrix): Generator<Float64Array> {
  for (let i = 0; i < rows; i++) yield data.subarray(i * columns, (i + 1) * columns)
}

/** The adaptive neighbour graph (n×m) between all samples of a view and its anchors. Yields within. */
export function* anchorGraph(
  kernels: Kernels,
  view: Matrix,
  anchors: ArrayLike<number>,
  neighbours: number,
): Generator<Progress, Matrix> {
  const distances = yield* squaredDistanceSteps(kernels, view, takeRows(view, anchors))
  yield { stage: 'preparing views', iteration: 0, total: 1 }
  return yield* probabilisticNeighbours(distances, { neighbours })
}

/** Σ C_v/kappa_v over Σ 1/kappa_v. */
export function meanGraph(C: readonly Matrix[], kappa: readonly number[]): Matrix {
  const total = kappa.reduce((sum, value) => sum + 1 / value, 0)
  return weightedSum(
    C,
    kappa.map((value) => 1 / value / total),
  )
}

/** 1/√(sum + 2⁻⁵²) of every column: the weight of an anchor in the normalised graph. */
function columnScale({ rows, columns, data }: Matrix): Float64Array {
  const scale = new Float64Array(columns).fill(2.220446049250313e-16)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) scale[j] += data[i * columns + j]
  return scale.map((sum) => 1 / Math.sqrt(sum))
}

/** Σ C_v·diag(scale_v)/kappa_v. Not divided by Σ 1/kappa_v, as published: its singular values lie far above 1, so that beta fades. */
function joinInto(
  result: Matrix,
  C: readonly Matrix[],
  scales: readonly Float64Array[],
  kappa: readonly number[],
): void {
  const { rows, columns } = result
  result.data.fill(0)
  C.forEach(({ data }, v) => {
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++)
        result.data[i * columns + j] += (data[i * columns + j] * scales[v][j]) / kappa[v]
  })
}

/** √tr(FᵀL_vF) of every view over their sum, with F = [left; right]/√2 and L_v the normalised Laplacian of its graph: c − tr(leftᵀ·C_v·diag(scale_v)·right) under the root. */
function* viewWeights(
  C: readonly Matrix[],
  scales: readonly Float64Array[],
  left: Matrix,
  right: Matrix,
): Generator<Progress, number[]> {
  const roughness: number[] = []
  for (const [v, { rows, columns, data }] of C.entries()) {
    let agreement = 0
    for (let i = 0; i < rows; i++) {
      if (i % 256 === 255) yield { stage: 'view weights', iteration: v + 1, total: C.length }
      for (let j = 0; j < columns; j++) {
        if (data[i * columns + j] === 0) continue
        let product = 0
        for (let l = 0; l < left.columns; l++)
          product += left.data[i * left.columns + l] * right.data[j * right.columns + l]
        agreement += data[i * columns + j] * scales[v][j] * product
      }
    }
    roughness.push(Math.sqrt(Math.max(left.columns - agreement, 1e-12)))
  }
  const total = roughness.reduce((sum, value) => sum + value, 0)
  return roughness.map((value) => value / total)
}

function scaleRows(a: Matrix, scale: Float64Array): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) result.data[i * a.columns + j] = scale[i] * a.data[i * a.columns + j]
  return result
}

function firstColumns(a: Matrix, count: number): Matrix {
  const columns = Math.min(count, a.columns)
  const result = matrix(a.rows, columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < columns; j++) result.data[i * columns + j] = a.data[i * a.columns + j]
  return result
}
