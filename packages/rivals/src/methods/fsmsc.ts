import type { Matrix, Method } from '@manyview/core'
import { completeResult, option } from '@manyview/core/methods'
import {
  concatenateColumns,
  identity,
  isSparse,
  KernelMatrix,
  matrix,
  multiply,
  multiplyTranspose,
  polar,
  projectRowsOntoSimplex,
  repeatedKmeans,
  solveSpd,
  squaredNorm,
  svd,
  toDense,
  transpose,
  transposeMultiply,
  unitRows,
  withinRange,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { standardiseRows } from '../data/rival-scalings.ts'
import { innerProduct } from '../linalg/inner-product.ts'
import { weightedSum } from '../linalg/weighted-sum.ts'

const AMBIGUOUS =
  'a rotation that fsmsc computes is not unique on these data (its matrix lacks rank), so that other programs of the same method can come to very different clusters'

/** FSMSC: one anchor graph for the views, guided by one for all features together, then k-means on its singular vectors. */
export const fsmsc = {
  name: 'fsmsc' as const,
  title: 'FSMSC, fast self-guided multi-view subspace clustering',
  description:
    'Learns k anchors in every view with one graph shared by the views, lets a second graph, of the features of all views together, guide it, and groups the samples by the singular vectors of the first.',
  cost: 'time k·d·n an iteration, memory d·n',
  source: 'Chen, Wu, Xu and Kittler, Fast Self-guided Multi-view Subspace Clustering, IEEE TIP 2023',
  orderFree: true,
  options: [
    option.number('tau', 1e-3, 'weight of the graph of all features together'),
    option.number('lambda1', 500, 'weight of the guidance', { minimum: 1e-12 }),
    option.number('lambda2', 10, 'weight of the selection matrix', { minimum: 1e-12 }),
    option.choice(
      'selection',
      ['ridge', 'columns'],
      'ridge',
      'size of the selection matrix: ridge as in the published program, or columns, the ℓ2,1 norm of the paper',
    ),
    option.integer('maxIterations', 20, 'iterations; there is no other stop'),
    option.restarts(1),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const settings = { clusters, ...options } as unknown as FsmscSettings
    const raw = input.views.map(({ data }) => withinRange(isSparse(data) ? toDense(data) : data))
    const views = raw.map(standardiseRows)
    const together = standardiseRows(concatenateColumns(raw))
    const history = { objective: [] as number[], change: [] as number[] }
    const warnings: string[] = []
    let last: FsmscState | undefined
    for (const state of fsmscIterations(kernels, views, together, settings)) {
      const { iteration, objective } = state
      history.change.push(Math.abs(objective - (history.objective.at(-1) ?? 0)) / Math.max(Math.abs(objective), 1e-300))
      history.objective.push(objective)
      yield { stage: 'iterating', iteration, total: settings.maxIterations, objective, change: history.change.at(-1) }
      if (state.ambiguous) warnings.push(AMBIGUOUS)
      last = state
    }
    const embedding = unitRows(svd(last!.Z).u)
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts, start: 'random' })
    return completeResult({
      labels,
      embedding,
      iterations: last!.iteration,
      history,
      warnings,
      details: { anchorGraph: last!.Z },
    })
  },
} satisfies Method

export interface FsmscSettings {
  clusters: number
  tau: number
  lambda1: number
  lambda2: number
  selection: 'ridge' | 'columns'
  maxIterations: number
}

/**
 * The variables after an iteration, with c anchors. A sample is a row here, so Z and Zb are the paper's Zᵀ and Z̄ᵀ:
 * W[v] d_v×c, A c×c, D d×c, Q c×c, Zb n×c, Z n×c.
 */
export interface FsmscState {
  W: Matrix[]
  A: Matrix
  D: Matrix
  Q: Matrix
  Zb: Matrix
  Z: Matrix
  iteration: number
  objective: number
  /** True where the matrix that A is the rotation of lacks rank: A is then one of many. */
  ambiguous: boolean
}

/**
 * FSMSC's iterations from views (n×d_v) and all features together (n×d), each sample standardised:
 *
 *     (1/V) Σ_v ‖X_v − W_v A Z‖² + λ₁‖Z − Q Z̄‖² + λ₂ Σ_j ‖q_j‖ + τ‖X̄ − D Z̄‖²,  W_v, A, D orthonormal, samples of Z on the simplex
 *
 * The published updates, followed here, damp Z and Z̄ by λ₁ more than this value (which is recorded as the objective) would ask for.
 */
export function* fsmscIterations(
  kernels: Kernels,
  views: readonly Matrix[],
  together: Matrix,
  { clusters: c, tau, lambda1, lambda2, selection, maxIterations }: FsmscSettings,
): Generator<FsmscState> {
  const n = together.rows
  const X = views.map((view) => new KernelMatrix(kernels, view))
  const Xb = new KernelMatrix(kernels, together)
  const squaredViews = views.map((view) => squaredNorm(view.data))
  const squaredTogether = squaredNorm(together.data)

  let Z = identity(n, c)
  let Zb = identity(n, c)
  let A = matrix(c, c)
  let Q = matrix(c, c)
  let W = views.map((view) => identity(view.columns, c))
  let D = identity(together.columns, c)
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const XZ = X.map((x) => x.transposeMultiply(Z))
    W = XZ.map((product, v) => polar(multiplyTranspose(product, A), W[v]))
    const turned = weightedSum(XZ.map((product, v) => transposeMultiply(W[v], product)))
    const ambiguous = lacksRank(turned)
    A = polar(turned, A)
    D = polar(Xb.transposeMultiply(Zb), D)
    // Q (λ₁ Z̄Z̄ᵀ + λ₂ N) = λ₁ ZZ̄ᵀ, transposed; N is the identity or the reweighting of the ℓ2,1 norm.
    const sizes = Float64Array.from(
      columnNorms(Q),
      (norm) => lambda2 * (selection === 'ridge' ? 1 : 1 / Math.sqrt(norm * norm + 2.220446049250313e-16)),
    )
    Q = transpose(
      solveSpd(addDiagonal(scale(transposeMultiply(Zb, Zb), lambda1), sizes), scale(transposeMultiply(Zb, Z), lambda1)),
    )
    const damping = new Float64Array(c).fill(tau + lambda1)
    const inverse = solveSpd(addDiagonal(scale(transposeMultiply(Q, Q), lambda1), damping), identity(c))
    const XD = Xb.multiply(D)
    Zb = multiply(weightedSum([XD, multiply(Z, Q)], [tau, lambda1]), inverse)
    const XWA = X.map((x, v) => multiply(x.multiply(W[v]), A))
    const guided = multiplyTranspose(Zb, Q)
    Z = projectRowsOntoSimplex(
      scale(weightedSum([...XWA, guided], [...views.map(() => 1), lambda1]), 1 / (views.length + 2 * lambda1)),
    )

    const ZZ = transposeMultiply(Z, Z)
    let objective = lambda1 * squaredNorm(weightedSum([Z, guided], [1, -1]).data)
    for (const norm of columnNorms(Q)) objective += lambda2 * norm
    views.forEach((_, v) => {
      const WA = multiply(W[v], A)
      const misfit = squaredViews[v] - 2 * innerProduct(XWA[v], Z) + innerProduct(transposeMultiply(WA, WA), ZZ)
      objective += misfit / views.length
    })
    objective +=
      tau *
      (squaredTogether - 2 * innerProduct(XD, Zb) + innerProduct(transposeMultiply(D, D), transposeMultiply(Zb, Zb)))
    yield { W, A, D, Q, Zb, Z, iteration, objective, ambiguous }
  }
}

/** True where a singular value is nothing beside the largest, as `polar` counts it. */
function lacksRank(a: Matrix): boolean {
  const { s } = svd(a)
  return s[s.length - 1] <= 1e-13 * s[0]
}

function columnNorms(a: Matrix): Float64Array {
  const norms = new Float64Array(a.columns)
  for (let p = 0; p < a.data.length; p++) norms[p % a.columns] += a.data[p] * a.data[p]
  return norms.map(Math.sqrt)
}

function addDiagonal(a: Matrix, diagonal: Float64Array): Matrix {
  const data = a.data.slice()
  for (let i = 0; i < a.rows; i++) data[i * a.columns + i] += diagonal[i]
  return matrix(a.rows, a.columns, data)
}

function scale(a: Matrix, factor: number): Matrix {
  return weightedSum([a], [factor])
}
