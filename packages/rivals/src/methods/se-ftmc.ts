import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, reporting, requireMemory, scaleView } from '@manyview/core/methods'
import {
  matrix,
  multiply,
  multiplyFast,
  multiplyTransposeFast,
  polar,
  repeatedKmeans,
  transpose,
  transposeMultiply,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { leadingSingular } from '../linalg/leading-singular.ts'
import { weightedSum, weightedSumInto } from '../linalg/weighted-sum.ts'
import { columnShrinkInto } from '../prox/column-shrink-into.ts'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** A variant of SE-FTMC: anchors in every view with one tensor of t×t graphs of the anchors, so that the transform never runs along the samples. */
export const seFtmc = {
  name: 'se-ftmc' as const,
  title: 'SE-FTMC, a variant: tensorial clustering in the space of anchors',
  description:
    'Writes every view as common coordinates of the samples times a graph of its anchors times the anchors, with the graphs of all views as a low-rank tensor, and groups the coordinates by k-means. A variant and not a reproduction: the start and the constants of its authors are not public, so this one starts from singular vectors, where the order of the samples does not matter.',
  cost: 'time a·d·n an iteration for a anchors, memory d·n',
  source:
    'the model and updates of Ji and Feng, Anchors Bring Stability and Efficiency: Fast Tensorial Multi-view Clustering on Shuffled Datasets, ACM MM 2025; start and constants are ours',
  orderFree: true,
  options: [
    option.integer('anchorsPerCluster', 2, 'anchors per cluster; published grid: 1 to 8', { maximum: 100 }),
    option.number('alpha', 0.05, 'weight of the errors; published grid: 0.001 to 5', { minimum: 1e-12 }),
    option.number('tolerance', 1e-7, 'stop when no sample violates the constraints by more'),
    option.integer('maxIterations', 100, 'most iterations', { maximum: 1000 }),
    option.restarts(10),
  ],
  *run(input, task) {
    const { clusters, options, random, kernels } = task
    const n = input.samples
    const features = input.views.reduce((sum, { data }) => sum + data.columns, 0)
    requireMemory(task, 8 * 6 * n * features, `six matrices of ${n}×${features}`)
    const count = Math.min((options.anchorsPerCluster as number) * clusters, n)
    const views: Matrix[] = []
    const anchors: Matrix[] = []
    for (const { data } of input.views) {
      const view = transpose(scaleView(data, 'sample'))
      views.push(view)
      anchors.push(yield* firstAnchors(kernels, view, count))
      yield { stage: 'preparing views', iteration: views.length, total: input.views.length }
    }
    const settings = options as unknown as SeFtmcSettings
    const history = { objective: [] as number[], change: [] as number[] }
    let last: SeFtmcState | undefined
    for (const state of seFtmcIterations(kernels, views, anchors, settings)) {
      last = state
      if (state.finished) history.change.push(Math.max(...state.residuals))
      yield { stage: 'iterating', iteration: state.iteration, total: settings.maxIterations }
    }
    const { Z, iteration, converged } = last!
    const embedding = transpose(Z)
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts })
    return completeResult({ labels, embedding, iterations: iteration, converged, history })
  },
} satisfies Method

export interface SeFtmcSettings {
  alpha: number
  tolerance: number
  maxIterations: number
}

/**
 * The variables for t anchors, a sample being a column: coordinates Z (t×n, orthonormal rows), and by view anchors A (d_v×t, orthonormal columns), graphs G and their low-rank
 * copies J (t×t), errors E and multipliers Y (d_v×n), multipliers W (t×t); the largest violations of both constraints, summed by row.
 */
export interface SeFtmcState {
  Z: Matrix
  A: Matrix[]
  G: Matrix[]
  J: Matrix[]
  E: Matrix[]
  Y: Matrix[]
  W: Matrix[]
  residuals: [number, number]
  iteration: number
  /** False within an iteration. */
  finished: boolean
  converged: boolean
}

/** The `count` leading singular vectors (d×count) of a view with a sample a column (d×n), each with its largest entry positive; zeros where there are no more. */
export function* firstAnchors(kernels: Kernels, view: Matrix, count: number): Generator<Progress, Matrix> {
  const tall = view.rows > view.columns
  const { values, left, right } = yield* leadingSingular(kernels, tall ? view : transpose(view), count)
  const vectors = tall ? left : right
  const result = matrix(view.rows, count)
  for (let j = 0; j < vectors.columns; j++) {
    if (!(values[j] > 1e-8 * values[0])) break
    let largest = 0
    for (let i = 0; i < view.rows; i++) {
      const value = vectors.data[i * vectors.columns + j]
      if (Math.abs(value) > Math.abs(largest)) largest = value
    }
    const sign = Math.sign(largest)
    for (let i = 0; i < view.rows; i++) result.data[i * count + j] = sign * vectors.data[i * vectors.columns + j]
  }
  return result
}

/** Both penalties at the start, and how they grow: ours. */
const [START, GROWTH] = [1e-4, 2]

/**
 * SE-FTMC's iterations (ADMM) from views X_v (d_v×n, a sample a column) and first anchors A_v:
 *
 *     min ‖G‖ (tensor nuclear norm, along the rows of G_v) + alpha·Σ_i ‖column i of [E_1; …; E_V]‖,   X_v = A_v·G_vᵀ·Z + E_v,  Z·Zᵀ = I,  A_vᵀ·A_v = I
 *
 * The first Z is the polar factor of Σ A_vᵀ·X_v.
 */
export function* seFtmcIterations(
  kernels: Kernels,
  X: readonly Matrix[],
  anchors: readonly Matrix[],
  { alpha, tolerance, maxIterations }: SeFtmcSettings,
): Generator<SeFtmcState> {
  const t = anchors[0].columns
  const squares = () => X.map(() => matrix(t, t))
  const shapes = () => X.map(({ rows, columns }) => matrix(rows, columns))
  const state: SeFtmcState = {
    Z: polar(weightedSum(X.map((x, v) => multiplyFast(kernels, transpose(anchors[v]), x)))),
    A: [...anchors],
    G: squares(),
    J: squares(),
    E: shapes(),
    Y: shapes(),
    W: squares(),
    residuals: [Infinity, Infinity],
    iteration: 0,
    finished: false,
    converged: false,
  }
  const { A, G, J, E, Y, W } = state
  const parts = shapes()
  let penalty = START
  while (state.iteration < maxIterations && !state.converged) {
    state.finished = false
    state.iteration++
    // parts[v] = X + Y/penalty − E, the samples as the coordinates and anchors see them.
    for (const [v, x] of X.entries()) {
      weightedSumInto(parts[v], [x, Y[v], E[v]], [1, 1 / penalty, -1])
      yield state
    }
    if (state.iteration > 1)
      state.Z = polar(
        weightedSum(parts.map((part, v) => multiplyFast(kernels, multiplyTransposeFast(kernels, G[v], A[v]), part))),
        state.Z,
      )
    yield state
    for (const [v, x] of X.entries()) {
      const fit = multiply(multiplyTransposeFast(kernels, state.Z, parts[v]), A[v])
      G[v] = weightedSum([fit, J[v], W[v]], [0.5, 0.5, -0.5 / penalty])
      weightedSumInto(E[v], [x, Y[v], rebuilt(kernels, state, v)], [1, 1 / penalty, -1])
      yield state
    }
    yield* reporting(columnShrinkInto(E, alpha / penalty), state)
    for (const [v, graph] of G.entries()) weightedSumInto(J[v], [graph, W[v]], [1, 1 / penalty])
    yield* reporting(
      tubalShrinkInto(kernels, J, (value) => Math.max(value - 1 / penalty, 0)),
      state,
    )
    state.residuals = [0, 0]
    for (const [v, x] of X.entries()) {
      weightedSumInto(parts[v], [x, Y[v], E[v]], [1, 1 / penalty, -1])
      A[v] = polar(multiplyTransposeFast(kernels, parts[v], transposeMultiply(G[v], state.Z)), A[v])
      yield state
      weightedSumInto(parts[v], [x, rebuilt(kernels, state, v), E[v]], [1, -1, -1])
      weightedSumInto(Y[v], [Y[v], parts[v]], [1, penalty])
      const gap = weightedSum([G[v], J[v]], [1, -1])
      weightedSumInto(W[v], [W[v], gap], [1, penalty])
      const [errors, copies] = state.residuals
      state.residuals = [Math.max(errors, largestColumn(parts[v])), Math.max(copies, largestColumn(transpose(gap)))]
      yield state
    }
    penalty *= GROWTH
    state.converged = Math.max(...state.residuals) < tolerance
    state.finished = true
    yield state
  }
}

/** A_v·G_vᵀ·Z: the samples of view v as the model has them (d_v×n). */
function rebuilt(kernels: Kernels, { Z, A, G }: SeFtmcState, v: number): Matrix {
  return multiplyFast(kernels, A[v], transposeMultiply(G[v], Z))
}

/** The largest sum of absolute values of a column. */
function largestColumn({ columns, data }: Matrix): number {
  const sums = new Float64Array(columns)
  for (let p = 0; p < data.length; p++) sums[p % columns] += Math.abs(data[p])
  return sums.reduce((high, value) => Math.max(high, value), 0)
}
