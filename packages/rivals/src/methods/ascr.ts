import { InputError, type Matrix, type Method, type SparseMatrix } from '@manyview/core'
import { completeResult, option, reporting } from '@manyview/core/methods'
import {
  concatenateColumns,
  KernelMatrix,
  matrix,
  polar,
  repeatedKmeans,
  squaredNorm,
  transpose,
  unitRows,
  withinRange,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { tubalShrinkInto } from '../tensor/tubal-shrink-into.ts'

/** ASCR: similarities to k anchors per view, smoothed as a tensor along the samples, which also fills in the samples that lack a view. */
export const ascr = {
  name: 'ascr' as const,
  title: 'ASCR, adaptive similarity completion and reconstruction',
  description:
    'Learns k anchors in every view, shrinks the similarities of the samples to them as a tensor along the order of the samples, takes missing similarities from what is left, and groups the samples by k-means. It starts at the first k features of each view.',
  cost: 'time (d + m·log n)·k·n an iteration, memory (d + m·k)·n',
  source:
    'Xu, Zhang, Guo, Chen and Li, Incomplete Multi-view Clustering with Adaptive Similarity Completion and Reconstruction, AAAI 2025',
  orderFree: false,
  missingViews: true,
  options: [
    option.number(
      'alpha',
      8,
      'weight of the low rank; 8 is published for NGs, useful values grow with samples and views',
    ),
    option.number('tolerance', 1e-5, 'stop when the reconstruction changes by less, squared and relatively'),
    option.integer('maxIterations', 31, 'most iterations', { maximum: 1000 }),
    option.restarts(10),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const views = input.views.map(({ data }) => unitRows(withinRange(data)))
    const present = input.views.map((view) => view.present)
    const settings = { clusters, ...options } as unknown as AscrSettings
    const history = { objective: [] as number[], change: [] as number[] }
    let last: AscrState | undefined
    let largest = 0
    for (const state of ascrIterations(kernels, views, present, settings)) {
      last = state
      if (state.iteration === 1) largest = state.largest
      const change = Number.isFinite(state.ratio) ? state.ratio : undefined
      if (state.finished && change !== undefined) history.change.push(change)
      yield { stage: 'iterating', iteration: state.iteration, total: settings.maxIterations, change }
    }
    const { H, iteration, converged } = last!
    if (clusters > 1 && H.every(isZero)) refuseEmpty(largest, settings)
    const embedding = transpose(unitRows(transpose(concatenateColumns(H))))
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts, start: 'random' })
    const warnings = input.views
      .filter((_, v) => isZero(H[v]))
      .map(
        ({ name }) => `${name} had no part: its first ${clusters} features are 0 in all samples, and ascr starts there`,
      )
    if (clusters > 1 && isConstant(embedding))
      warnings.push('all samples were reconstructed alike, so that the clusters mean nothing; lower alpha')
    return completeResult({ labels, embedding, iterations: iteration, converged, history, warnings })
  },
} satisfies Method

export interface AscrSettings {
  clusters: number
  alpha: number
  tolerance: number
  maxIterations: number
}

/** The variables, by view: anchors A (d_v×k, orthonormal) and reconstruction H (n×k); the squared relative change of H, and the largest singular value before shrinking. */
export interface AscrState {
  A: Matrix[]
  H: Matrix[]
  ratio: number
  largest: number
  iteration: number
  /** False within an iteration. */
  finished: boolean
  converged: boolean
}

/**
 * ASCR's iterations from views X_v (n×d_v) with samples of unit length, or 0 where `present` says that the sample lacks the view:
 *
 *     min Σ_v ‖X_v·A_v + E_v − H_v‖² + alpha·‖H‖ (tensor nuclear norm),  A_v orthonormal, E_v ≠ 0 only for samples that lack the view
 *
 * The paper's rotation G_v of the anchors is left out: with as many anchors as clusters it stays the identity. Thresholds apply to frequencies that are not
 * normalised, and the middle pair of an odd number of samples is shrunk once; the published program shrinks it twice, and fails beyond 32,767 samples.
 */
export function* ascrIterations(
  kernels: Kernels,
  views: readonly (Matrix | SparseMatrix)[],
  present: readonly (Uint8Array | null)[],
  { clusters, alpha, tolerance, maxIterations }: AscrSettings,
): Generator<AscrState> {
  const X = views.map((view) => new KernelMatrix(kernels, view))
  const state: AscrState = {
    A: [],
    H: X.map(({ rows }) => matrix(rows, clusters)),
    ratio: Infinity,
    largest: 0,
    iteration: 0,
    finished: false,
    converged: false,
  }
  while (state.iteration < maxIterations && !state.converged) {
    const before = state.H
    state.iteration++
    state.finished = false
    state.A = X.map((x, v) => polar(x.transposeMultiply(before[v]), state.A[v]))
    state.H = X.map((x, v) => withAbsent(x.multiply(state.A[v]), before[v], present[v]))
    state.largest = 0
    const shrink = (value: number) => {
      state.largest = Math.max(state.largest, value)
      return Math.max(value - alpha / 2, 0)
    }
    yield* reporting(tubalShrinkInto(kernels, state.H, shrink), state)
    const size = before.reduce((sum, { data }) => sum + squaredNorm(data), 0)
    state.ratio = state.H.reduce((sum, { data }, v) => sum + squaredDistance(data, before[v].data), 0) / size
    state.converged = state.iteration > 1 && state.ratio < tolerance
    state.finished = true
    yield state
  }
}

/** The rows of samples that lack the view taken from `instead`. */
function withAbsent(a: Matrix, instead: Matrix, present: Uint8Array | null): Matrix {
  present?.forEach((mark, i) => {
    if (!mark) a.data.set(instead.data.subarray(i * a.columns, (i + 1) * a.columns), i * a.columns)
  })
  return a
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let p = 0; p < a.length; p++) sum += (a[p] - b[p]) * (a[p] - b[p])
  return sum
}

function isZero({ data }: Matrix): boolean {
  return data.every((value) => value === 0)
}

/** True where no two rows differ beyond rounding. */
function isConstant({ columns, data }: Matrix): boolean {
  const size = data.reduce((high, value) => Math.max(high, Math.abs(value)), 0)
  return data.every((value, p) => Math.abs(value - data[p % columns]) <= 1e-9 * size)
}

function refuseEmpty(largest: number, { clusters, alpha }: AscrSettings): never {
  const message =
    largest > 0
      ? `is ${alpha}, which leaves nothing of these samples, set it well below ${Number((2 * largest).toPrecision(2))}`
      : `has nothing to start from: the first ${clusters} features of every view are 0 in all samples, put other features first`
  throw new InputError(message, { code: 'bad-option', argument: 'alpha', details: { alpha, limit: 2 * largest } })
}
