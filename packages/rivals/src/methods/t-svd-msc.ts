import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, reporting, requireMemory } from '@manyview/core/methods'
import {
  Cholesky,
  identity,
  matrix,
  multiplyFast,
  multiplyTransposeFast,
  repeatedKmeans,
  transpose,
  unitRows,
  withinRange,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { spectralEmbeddingSteps } from '../graph/spectral-embedding.ts'
import { gramFactor } from '../linalg/gram-factor.ts'
import { multiplyInParts } from '../linalg/multiply-in-parts.ts'
import { weightedSum, weightedSumInto } from '../linalg/weighted-sum.ts'
import { columnShrinkInto } from '../prox/column-shrink-into.ts'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** t-SVD-MSC: every view represents its samples by each other, the representations form a low-rank tensor, their sum is clustered. */
export const tSvdMsc = {
  name: 't-svd-msc' as const,
  title: 't-SVD-MSC, multi-view self-representation with a low-rank tensor',
  description:
    'Writes every sample as a mixture of the others, in all views at once, with the n×n mixtures stacked to a tensor of low multi-rank along the order of the samples; spectral clustering of their sum.',
  cost: 'time (d + m)·n² + m·n²·log n an iteration, memory m·n²',
  source:
    'Xie, Tao, Zhang, Liu, Zhang and Qu, On Unifying Multi-view Self-Representations for Clustering by Tensor Multi-Rank Minimization, IJCV 2018',
  orderFree: false,
  options: [
    option.number('lambda', 0.2, 'weight of the errors; 0.2 is published for ORL, 0.005 fits NGs'),
    option.choice(
      'errorGroups',
      ['all-views', 'per-view'],
      'all-views',
      'a sample counts as outlying in all views together (as published) or in each alone',
    ),
    option.number('tolerance', 1e-7, 'stop when no row of the constraints is violated by more'),
    option.integer('maxIterations', 202, 'most iterations', { maximum: 1000 }),
    option.restarts(20),
  ],
  *run(input, task) {
    const { clusters, options, random, kernels } = task
    const n = input.samples
    const ranks = input.views.map(({ data }) => Math.min(data.columns, n))
    const parts = ranks.reduce((sum, rank) => sum + rank * (7 * n + rank), 0)
    requireMemory(task, 8 * (n * n * (3 * ranks.length + 4) + parts), `representations and errors of ${n} samples`)
    const views: Matrix[] = []
    for (const { data } of input.views) {
      views.push(gramFactor(kernels, unitRows(withinRange(data))))
      yield { stage: 'preparing views', iteration: views.length, total: input.views.length }
    }
    const settings = options as unknown as TSvdMscSettings
    const history = { objective: [] as number[], change: [] as number[] }
    let last: TSvdMscState | undefined
    for (const state of tSvdMscIterations(kernels, views, settings)) {
      last = state
      if (state.finished) history.change.push(state.residual)
      yield { stage: 'iterating', iteration: state.iteration, total: settings.maxIterations, change: state.residual }
    }
    const { Z, iteration, converged } = last!
    const affinity = yield* representationAffinity(Z)
    const embedding = yield* spectralEmbeddingSteps(kernels, affinity, clusters)
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts, maxIterations: 1000 })
    return completeResult({ labels, embedding, iterations: iteration, converged, history })
  },
} satisfies Method

export interface TSvdMscSettings {
  lambda: number
  errorGroups: 'all-views' | 'per-view'
  tolerance: number
  maxIterations: number
}

/**
 * The variables, by view: representations Z (n×n, column j mixes sample j), their low-rank copy G, errors E (r×n), multipliers Y (r×n) and W (n×n), penalties mu and rho
 * of this iteration, the largest violation. The next iteration writes into the same matrices or puts others in their place.
 */
export interface TSvdMscState {
  Z: Matrix[]
  G: Matrix[]
  E: Matrix[]
  Y: Matrix[]
  W: Matrix[]
  mu: number
  rho: number
  iteration: number
  /** False within an iteration. */
  finished: boolean
  residual: number
  converged: boolean
}

/**
 * t-SVD-MSC's iterations (ADMM) from views X_v with one sample a COLUMN (r_v×n):
 *
 *     min ‖Z‖ (tensor nuclear norm) + lambda·Σ_j ‖column j of [E_1; …; E_V]‖,   X_v = X_v·Z_v + E_v
 */
export function* tSvdMscIterations(
  kernels: Kernels,
  views: readonly Matrix[],
  settings: TSvdMscSettings,
): Generator<TSvdMscState> {
  const { lambda, errorGroups, tolerance, maxIterations } = settings
  const n = views[0].columns
  const squares = () => views.map(() => matrix(n, n))
  const shapes = () => views.map((X) => matrix(X.rows, n))
  const state: TSvdMscState = {
    Z: squares(),
    G: squares(),
    E: shapes(),
    Y: shapes(),
    W: squares(),
    mu: 1e-4,
    rho: 1e-4,
    iteration: 0,
    finished: false,
    residual: Infinity,
    converged: false,
  }
  const { Z, G, Y, W } = state
  const transposed = views.map(transpose)
  const XZ = shapes()
  let inverses: Matrix[] = []
  let ratio = 0
  while (state.iteration < maxIterations && !state.converged) {
    if (state.iteration > 0) {
      state.mu = Math.min(2 * state.mu, 1e11)
      state.rho = Math.min(2 * state.rho, 1e13)
    }
    const { mu, rho } = state
    state.iteration++
    state.finished = false
    if (ratio !== mu / rho) {
      ratio = mu / rho
      inverses = []
      for (const X of views) {
        const shifted = plusIdentity(multiplyTransposeFast(kernels, X, X), ratio)
        inverses.push(yield* reporting(inverse(kernels, shifted), state))
      }
    }
    for (let v = 0; v < views.length; v++) {
      // (I + κXᵀX)⁻¹(T + XᵀN) = T + XᵀH with H = (I + κXXᵀ)⁻¹(N − κXT), and X times that is (N − H)/κ: small where d < n.
      const X = views[v]
      const T = Z[v]
      weightedSumInto(T, [G[v], W[v]], [1, -1 / rho])
      const N = weightedSum([Y[v], X, state.E[v]], [1 / rho, ratio, -ratio])
      yield state
      const times = (left: Matrix, right: Matrix) =>
        reporting(
          multiplyInParts((part) => multiplyFast(kernels, left, part), right, left.rows),
          state,
        )
      const H = yield* times(inverses[v], weightedSum([N, yield* times(X, T)], [1, -ratio]))
      yield* reporting(addProductInto(kernels, Z[v], transposed[v], H), state)
      XZ[v] = weightedSum([N, H], [1 / ratio, -1 / ratio])

      const errors = views.map((view, u) => weightedSum([view, XZ[u], Y[u]], [1, -1, 1 / mu]))
      yield* reporting(columnShrinkInto(errorGroups === 'all-views' ? errors : [errors[v]], lambda / mu), state)
      if (errorGroups === 'all-views') state.E = errors
      else state.E[v] = errors[v]
      Y[v] = weightedSum([Y[v], X, XZ[v], state.E[v]], [1, mu, -mu, -mu])
      yield state
    }
    for (let v = 0; v < views.length; v++) {
      weightedSumInto(G[v], [Z[v], W[v]], [1, 1 / rho])
      yield state
    }
    yield* reporting(
      tubalShrinkInto(kernels, G, (value) => Math.max(value - 1 / rho, 0)),
      state,
    )
    let residual = 0
    for (let v = 0; v < views.length; v++) {
      weightedSumInto(W[v], [W[v], Z[v], G[v]], [1, rho, -rho])
      yield state
      const represented = largestRowSum([views[v], XZ[v], state.E[v]], [1, -1, -1])
      residual = Math.max(residual, represented, largestRowSum([Z[v], G[v]], [1, -1]))
      yield state
    }
    state.residual = residual
    state.converged = state.residual <= tolerance
    state.finished = true
    yield state
  }
}

/** Σ_v |Z_v| + |Z_v|ᵀ. Yields within. */
export function* representationAffinity(Z: readonly Matrix[]): Generator<Progress, Matrix> {
  const n = Z[0].rows
  const result = matrix(n, n)
  for (const { data } of Z)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) result.data[i * n + j] += Math.abs(data[i * n + j]) + Math.abs(data[j * n + i])
      if (i % STRETCH === STRETCH - 1) yield { stage: 'affinities', iteration: i, total: n }
    }
  return result
}

/** Rows that are worked on between two yields. */
const STRETCH = 256

function* inverse(kernels: Kernels, a: Matrix): Generator<Progress, Matrix> {
  const mark = kernels.mark()
  const factor = new Cholesky(kernels, a)
  const result = identity(a.rows)
  for (const part of stretches(result)) {
    part.data.set(factor.solveRows(part).data)
    yield { stage: 'inverse', iteration: 1, total: 1 }
  }
  kernels.release(mark)
  return result
}

/** target + A·B into target. */
function* addProductInto(kernels: Kernels, target: Matrix, a: Matrix, b: Matrix): Generator<Progress, void> {
  const factors = stretches(a)
  for (const [s, part] of stretches(target).entries()) {
    weightedSumInto(part, [part, multiplyFast(kernels, factors[s], b)])
    yield { stage: 'products', iteration: 1, total: 1 }
  }
}

/** The rows of a matrix a few at a time, in its own memory. */
function stretches({ rows, columns, data }: Matrix): Matrix[] {
  return Array.from({ length: Math.ceil(rows / STRETCH) }, (_, s) => {
    const [begin, end] = [s * STRETCH, Math.min((s + 1) * STRETCH, rows)]
    return matrix(end - begin, columns, data.subarray(begin * columns, end * columns))
  })
}

function plusIdentity(a: Matrix, factor: number): Matrix {
  const result = matrix(
    a.rows,
    a.columns,
    a.data.map((value) => factor * value),
  )
  for (let i = 0; i < a.rows; i++) result.data[i * a.columns + i] += 1
  return result
}

/** Largest sum of |entry| over the rows of Σ weights[v]·parts[v]. */
function largestRowSum(parts: readonly Matrix[], weights: readonly number[]): number {
  const { rows, columns } = parts[0]
  const row = matrix(1, columns)
  let largest = 0
  for (let i = 0; i < rows; i++) {
    const rowParts = parts.map(({ data }) => matrix(1, columns, data.subarray(i * columns, (i + 1) * columns)))
    weightedSumInto(row, rowParts, weights)
    let sum = 0
    for (let j = 0; j < columns; j++) sum += Math.abs(row.data[j])
    largest = Math.max(largest, sum)
  }
  return largest
}
