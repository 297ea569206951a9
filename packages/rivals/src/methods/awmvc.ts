import type { Matrix, Method } from '@manyview/core'
import { completeResult, option, type Scaling, scaleView } from '@manyview/core/methods'
import {
  identity,
  KernelMatrix,
  matrix,
  multiply,
  multiplyTranspose,
  polar,
  repeatedKmeans,
  squaredNorm,
  transposeMultiply,
  unitRows,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { innerProduct } from '../linalg/inner-product.ts'
import { weightedSum } from '../linalg/weighted-sum.ts'

/** AWMVC: factorisations of three sizes, aligned with one consensus, then k-means. */
export const awmvc = {
  name: 'awmvc' as const,
  title: 'AWMVC, auto-weighted multi-view clustering',
  description:
    'Factorises all views together in three latent spaces of k, 2k and 3k dimensions, weighs the spaces by how well they fit, and aligns them with one orthogonal consensus, whose rows k-means groups. Nothing to tune.',
  cost: 'time k·d·n an iteration, memory (d + k)·n',
  source: 'Wan et al., Auto-weighted Multi-view Clustering for Large-scale Data, AAAI 2023',
  orderFree: true,
  options: [
    option.scaling('feature'),
    option.flag(
      'exactWeights',
      'weigh the spaces by the exact minimiser, 1 / misfit, instead of the published 1 / √misfit',
    ),
    option.number('tolerance', 1e-5, 'stop when the objective changes by less, relatively'),
    option.integer('maxIterations', 101, 'most iterations'),
    option.restarts(1),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const views = input.views.map((view) => scaleView(view.data, options.scaling as Scaling))
    const settings = { clusters, ...options } as unknown as AwmvcSettings
    const history = { objective: [] as number[], change: [] as number[] }
    let last: AwmvcState | undefined
    for (const state of awmvcIterations(kernels, views, settings)) {
      const { iteration, objective, change } = state
      history.objective.push(objective)
      history.change.push(change)
      yield { stage: 'iterating', iteration, total: settings.maxIterations, objective, change }
      last = state
    }
    const { G, a, g, iteration, converged } = last!
    const embedding = unitRows(G)
    const restarts = options.restarts as number
    const { labels } = yield* repeatedKmeans(kernels, embedding, { clusters, random, restarts, start: 'random' })
    return completeResult({
      labels,
      embedding,
      iterations: iteration,
      converged,
      history,
      details: { spaceWeights: a, alignmentWeights: g },
    })
  },
} satisfies Method

export interface AwmvcSettings {
  clusters: number
  exactWeights: boolean
  tolerance: number
  maxIterations: number
}

/**
 * The variables after an iteration; p counts the spaces, of k_p = c, 2c, 3c dimensions. A sample is a row here, so Z and G are the paper's Zᵀ and Gᵀ:
 * H[p][v] d_v×k_p, G n×c, W[p] k_p×c, Z[p] n×k_p; misfits r[p][v], agreements s[p], weights a[p] of the misfits and g[p] of the agreements.
 */
export interface AwmvcState {
  H: Matrix[][]
  G: Matrix
  W: Matrix[]
  Z: Matrix[]
  r: number[][]
  s: number[]
  a: number[]
  g: number[]
  iteration: number
  objective: number
  change: number
  converged: boolean
}

/**
 * AWMVC's iterations from scaled views (n×d_v each):
 *
 *     min Σ_p [ ½ a_p² Σ_v b² ‖X_v − H_pv Z_p‖² − g_p tr(Z_pᵀ W_p G) ],  Z_p, W_p, G orthonormal, Σa = 1, ‖g‖ = 1, b = 1/V
 */
export function* awmvcIterations(
  kernels: Kernels,
  views: readonly Matrix[],
  settings: AwmvcSettings,
): Generator<AwmvcState> {
  const { clusters: c, exactWeights, tolerance, maxIterations } = settings
  const n = views[0].rows
  const spaces = [c, 2 * c, 3 * c]
  const squaredViewWeight = 1 / (views.length * views.length)
  const X = views.map((view) => new KernelMatrix(kernels, view))
  const squaredNorms = views.map((view) => squaredNorm(view.data))
  // Misfits smaller than rounding of the views themselves are noise.
  const smallest = 1e-14 * squaredViewWeight * squaredNorms.reduce((sum, value) => sum + value, 0)

  let Z = spaces.map((k) => identity(n, k))
  let W = spaces.map((k) => identity(k, c))
  let G = matrix(n, c)
  let a = spaces.map(() => 1 / spaces.length)
  let g = spaces.map(() => 1 / Math.sqrt(spaces.length))
  let previous = 0
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const H = Z.map((z) => X.map((x) => x.transposeMultiply(z)))
    G = polar(
      weightedSum(
        Z.map((z, p) => multiply(z, W[p])),
        g,
      ),
      G,
    )
    W = Z.map((z, p) => polar(transposeMultiply(z, G), W[p]))
    const XH = H.map((parts) => X.map((x, v) => x.multiply(parts[v])))
    Z = Z.map((z, p) => {
      const fit = weightedSum(
        XH[p],
        views.map(() => a[p] * a[p] * squaredViewWeight),
      )
      return polar(weightedSum([fit, multiplyTranspose(G, W[p])], [1, g[p]]), z)
    })
    const r = Z.map((z, p) => {
      const gram = transposeMultiply(z, z)
      // ‖X − HZ‖² with the H of before and the Z of now; ZᵀZ is the identity only when n ≥ k_p.
      return H[p].map((h, v) =>
        Math.max(0, squaredNorms[v] - 2 * innerProduct(XH[p][v], z) + innerProduct(transposeMultiply(h, h), gram)),
      )
    })
    const s = Z.map((z, p) => innerProduct(multiply(z, W[p]), G))
    const misfits = r.map((parts) =>
      Math.max(smallest, squaredViewWeight * parts.reduce((sum, value) => sum + value, 0)),
    )
    a = smallest > 0 ? normalise(misfits.map((value) => 1 / (exactWeights ? value : Math.sqrt(value)))) : a
    const length = Math.sqrt(s.reduce((sum, value) => sum + value * value, 0))
    g = length > 0 ? s.map((value) => value / length) : g
    const objective = misfits.reduce((sum, value, p) => sum + 0.5 * a[p] * a[p] * value - g[p] * s[p], 0)

    const change = Math.abs(objective - previous) / Math.max(Math.abs(objective), 1e-300)
    const converged = iteration >= 3 && change < tolerance
    yield { H, G, W, Z, r, s, a, g, iteration, objective, change, converged }
    if (converged) return
    previous = objective
  }
}

function normalise(weights: number[]): number[] {
  const total = weights.reduce((sum, value) => sum + value, 0)
  return weights.map((value) => value / total)
}
