import type { Matrix, Method, Progress } from '@manyview/core'
import { completeResult, option, reporting, requireMemory, type Scaling, scaleView } from '@manyview/core/methods'
import { matrix, repeatedKmeans, unitRows } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { transitionMatrix } from '../graph/transition-matrix.ts'
import { leadingVectors } from '../linalg/leading-vectors.ts'
import { weightedSum, weightedSumInto } from '../linalg/weighted-sum.ts'
import { columnShrinkInto } from '../prox/column-shrink-into.ts'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** ETLMSC: random walks of all views as a tensor, split into a low-rank part and errors; spectral clustering of the low-rank walk. */
export const etlmsc = {
  name: 'etlmsc' as const,
  title: 'ETLMSC, essential tensor learning for multi-view spectral clustering',
  description:
    'Splits the tensor of the random walks of all views into a part of low rank along the order of the samples and errors by sample; spectral clustering of the Markov chain that the low-rank part describes.',
  cost: 'time m·n²·log n an iteration, memory m·n²',
  source: 'Wu, Lin and Zha, Essential Tensor Learning for Multi-view Spectral Clustering, IEEE TIP 2019',
  orderFree: false,
  options: [
    option.choice(
      'scaling',
      ['none', 'sample', 'feature', 'auto'],
      'none',
      'leave the views alone (as published), bring every sample to unit length, z-score every feature, or choose by the view',
    ),
    option.number(
      'lambda',
      0.04,
      'weight of the errors; published: 0.04 for BBCSport, 0.0055 for digits, 0.004 for COIL-20',
    ),
    option.choice(
      'axis',
      ['row', 'column'],
      'row',
      'index of the walks along which the tensor is transformed; published: column for digits, row elsewhere',
    ),
    option.number('tolerance', 1e-6, 'stop when no entry changes, or violates the constraint, by more'),
    option.integer('maxIterations', 200, 'most iterations', { maximum: 1000 }),
    option.integer('restarts', 20, 'k-means runs, of which the best is kept; 1 as published varies much', {
      maximum: 10000,
    }),
  ],
  *run(input, task) {
    const { clusters, options, random, kernels } = task
    const n = input.samples
    const arrays = 6 * input.views.length + 4
    requireMemory(task, 8 * n * n * arrays, `${arrays} matrices of ${n}×${n}`)
    const walks: Matrix[] = []
    for (const { data } of input.views) {
      walks.push((yield* transitionMatrix(kernels, scaleView(data, options.scaling as Scaling))).matrix)
      yield { stage: 'preparing views', iteration: walks.length, total: input.views.length }
    }
    const history = { objective: [] as number[], change: [] as number[] }
    let last: EtlmscState | undefined
    for (const state of etlmscIterations(kernels, walks, options as unknown as EtlmscSettings)) {
      last = state
      const change = Math.max(...state.residuals)
      if (state.finished) history.change.push(change)
      yield { stage: 'iterating', iteration: state.iteration, total: options.maxIterations as number, change }
    }
    const { Z, iteration, converged } = last!
    const { walk, warnings } = usableWalk(Z, walks)
    yield { stage: 'stationary shares', iteration: 0, total: STEPS }
    const chain = yield* stationary(walk)
    if (chain.clamped > 0)
      warnings.push(
        `${chain.clamped} samples had no positive share in the stationary distribution and got a tiny one; lambda may be too small`,
      )
    const embedding = unitRows(yield* leadingVectors(kernels, yield* reversible(walk, chain.distribution), clusters))
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts })
    return completeResult({ labels, embedding, iterations: iteration, converged, history, warnings })
  },
} satisfies Method

export interface EtlmscSettings {
  lambda: number
  axis: 'row' | 'column'
  tolerance: number
  maxIterations: number
}

/**
 * The variables, n×n by view: low-rank part Z, errors E, multipliers Y; the penalty mu of the iteration; largest |T − Z − E|, |change of Z|, |change of E|.
 * The next iterations write into the same matrices.
 */
export interface EtlmscState {
  Z: Matrix[]
  E: Matrix[]
  Y: Matrix[]
  mu: number
  iteration: number
  residuals: number[]
  /** False within an iteration. */
  finished: boolean
  converged: boolean
}

/**
 * ETLMSC's iterations (ADMM) from the random walks T_v (n×n, rows sum to 1):
 *
 *     min ‖Z‖ (tensor nuclear norm) + lambda·Σ_j ‖column j of [E_1; …; E_V]‖,   T = Z + E
 */
export function* etlmscIterations(
  kernels: Kernels,
  T: readonly Matrix[],
  settings: EtlmscSettings,
): Generator<EtlmscState> {
  const { lambda, axis, tolerance, maxIterations } = settings
  const n = T[0].rows
  const zeros = () => T.map(() => matrix(n, n))
  const state: EtlmscState = {
    Z: zeros(),
    E: zeros(),
    Y: zeros(),
    mu: 1e-2,
    iteration: 0,
    residuals: [Infinity],
    finished: false,
    converged: false,
  }
  const { Y } = state
  let [oldZ, oldE] = [zeros(), zeros()]
  const violation = matrix(n, n)
  while (state.iteration < maxIterations && !state.converged) {
    if (state.iteration > 0) state.mu = Math.min(2 * state.mu, 1e11)
    const { mu } = state
    state.iteration++
    state.finished = false
    ;[state.Z, oldZ, state.E, oldE] = [oldZ, state.Z, oldE, state.E]
    const { Z, E } = state
    for (let v = 0; v < T.length; v++) {
      weightedSumInto(Z[v], [T[v], oldE[v], Y[v]], [1, -1, 1 / mu])
      yield state
    }
    yield* reporting(
      tubalShrinkInto(kernels, Z, (value) => Math.max(value - 1 / mu, 0), axis),
      state,
    )
    for (let v = 0; v < T.length; v++) {
      weightedSumInto(E[v], [T[v], Z[v], Y[v]], [1, -1, 1 / mu])
      yield state
    }
    yield* reporting(columnShrinkInto(E, lambda / mu), state)
    const residuals = [0, 0, 0]
    for (let v = 0; v < T.length; v++) {
      weightedSumInto(violation, [T[v], Z[v], E[v]], [1, -1, -1])
      yield state
      weightedSumInto(Y[v], [Y[v], violation], [1, mu])
      yield state
      residuals[0] = Math.max(residuals[0], largestSize(violation))
      yield state
      residuals[1] = Math.max(residuals[1], largestChange(Z[v], oldZ[v]))
      yield state
      residuals[2] = Math.max(residuals[2], largestChange(E[v], oldE[v]))
      yield state
    }
    state.residuals = residuals
    state.converged = Math.max(...residuals) < tolerance
    state.finished = true
    yield state
  }
}

function largestChange(a: Matrix, b: Matrix): number {
  let largest = 0
  for (let p = 0; p < a.data.length; p++) largest = Math.max(largest, Math.abs(a.data[p] - b.data[p]))
  return largest
}

function largestSize({ data }: Matrix): number {
  let largest = 0
  for (let p = 0; p < data.length; p++) largest = Math.max(largest, Math.abs(data[p]))
  return largest
}

/** Σ Z_v, or the walks themselves, with a warning, where everything went into the errors. */
function usableWalk(Z: readonly Matrix[], walks: readonly Matrix[]): { walk: Matrix; warnings: string[] } {
  const walk = weightedSum(Z)
  if (walk.data.some((value) => value !== 0)) return { walk, warnings: [] }
  return {
    walk: weightedSum(walks),
    warnings: ['everything counted as error, so the walks were clustered as they came; raise lambda'],
  }
}

const STEPS = 20000

/** The left eigenvector of the largest eigenvalue, summing to 1, by power iteration from equal shares; entries that are not positive are lifted to a tiny share. */
export function* stationary(
  walk: Matrix,
): Generator<Progress, { distribution: Float64Array<ArrayBuffer>; clamped: number }> {
  const n = walk.rows
  let shares = new Float64Array(n).fill(1 / n)
  for (let step = 0, change = 1; step < STEPS && change > 1e-15; step++) {
    const next = new Float64Array(n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) next[j] += shares[i] * walk.data[i * n + j]
    const sum = next.reduce((total, share) => total + share, 0)
    change = 0
    for (let j = 0; j < n; j++) {
      next[j] /= sum
      change = Math.max(change, Math.abs(next[j] - shares[j]))
    }
    shares = next
    yield { stage: 'stationary shares', iteration: step + 1, total: STEPS }
  }
  const smallest = 1e-10 / n
  let clamped = 0
  for (let j = 0; j < n; j++)
    if (!(shares[j] > smallest)) {
      shares[j] = smallest
      clamped++
    }
  return { distribution: shares, clamped }
}

/** ½(D·S·D⁻¹ + D⁻¹·Sᵀ·D) with D = diag(√distribution): symmetric. Yields every 512 rows. */
export function* reversible(walk: Matrix, distribution: Float64Array): Generator<Progress, Matrix> {
  const n = walk.rows
  const root = distribution.map(Math.sqrt)
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) {
    if (i % 512 === 0) yield { stage: 'eigenvectors', iteration: 0, total: 1 }
    for (let j = 0; j <= i; j++) {
      const value = ((root[i] / root[j]) * walk.data[i * n + j] + (root[j] / root[i]) * walk.data[j * n + i]) / 2
      result.data[i * n + j] = result.data[j * n + i] = value
    }
  }
  return result
}
