import type { Matrix, Method } from '@manyview/core'
import { completeResult, option } from '@manyview/core/methods'
import {
  concatenateColumns,
  fromRows,
  KernelMatrix,
  matrix,
  polar,
  projectRowsOntoSimplex,
  repeatedKmeans,
  squaredNorm,
  transpose,
  transposeMultiply,
  zScoreColumns,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { innerProduct } from '../linalg/inner-product.ts'
import { leadingSingularVectors } from '../linalg/leading-singular-vectors.ts'

/** FDAGF: anchor graphs of several sizes a view, weighed and fused, then k-means on their singular vectors. */
export const fdagf = {
  name: 'fdagf' as const,
  title: 'FDAGF, flexible and diverse anchor graph fusion',
  description:
    'Describes every view by anchor graphs with k, 2k, … anchors, weighs the sizes within each view by how well they fit, stacks all graphs and groups the samples by their leading singular vectors.',
  cost: 'time k·d·n·sizes² an iteration, memory (d + k·m·sizes²)·n',
  source:
    'Zhang et al., Let the Data Choose: Flexible and Diverse Anchor Graph Fusion for Scalable Multi-view Clustering, AAAI 2023',
  orderFree: true,
  options: [
    option.number('alpha', 1000, 'smoothness of the anchor graphs'),
    option.number(
      'lambda',
      10,
      'evenness of the weights of the sizes; acts when it is of the order of the gaps between their misfits',
      { minimum: 1e-300 },
    ),
    option.integer('sizes', 4, 'anchor sets a view, with k, 2k, … anchors', { maximum: 100 }),
    option.number('tolerance', 1e-5, 'stop, from iteration 10 on, when the objective changes by less, relatively'),
    option.integer('maxIterations', 51, 'most iterations'),
    option.restarts(10, 'k-means runs for every anchor set and for the labels'),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const settings = options as unknown as FdagfSettings & { sizes: number; restarts: number }
    const kmeansOptions = { restarts: settings.restarts, start: 'random' } as const
    const views = input.views.map((view) => zScoreColumns(view.data))
    const anchors: Matrix[][] = []
    for (const [v, view] of views.entries()) {
      anchors.push([])
      for (let r = 1; r <= settings.sizes; r++) {
        const partition = yield* repeatedKmeans(kernels, view, {
          ...kmeansOptions,
          clusters: Math.min(r * clusters, input.samples),
          random: random.split(v, r),
          stage: 'choosing anchors',
        })
        anchors[v].push(transpose(partition.centres))
      }
    }
    const history = { objective: [] as number[], change: [] as number[] }
    let last: FdagfState | undefined
    for (const state of fdagfIterations(kernels, views, anchors, settings)) {
      const { iteration, objective, change } = state
      history.objective.push(objective)
      history.change.push(change)
      yield { stage: 'iterating', iteration, total: settings.maxIterations, objective, change }
      last = state
    }
    const { iteration, converged, beta } = last!
    const embedding = leadingSingularVectors(kernels, fuse(last!), clusters)
    const { labels } = yield* repeatedKmeans(kernels, embedding, { ...kmeansOptions, clusters, random })
    const sizeWeights = Object.fromEntries(input.views.map(({ name }, v) => [name, beta[v]]))
    return completeResult({ labels, embedding, iterations: iteration, converged, history, details: { sizeWeights } })
  },
} satisfies Method

export interface FdagfSettings {
  alpha: number
  lambda: number
  tolerance: number
  maxIterations: number
}

/** The variables after an iteration, for view v and size r: anchors A[v][r] d_v×m_r, graphs Z[v][r] n×m_r (the paper's Zᵀ), misfits e[v][r], weights beta[v][r]. */
export interface FdagfState {
  A: Matrix[][]
  Z: Matrix[][]
  e: number[][]
  beta: number[][]
  iteration: number
  objective: number
  change: number
  converged: boolean
}

/**
 * FDAGF's iterations from z-scored views (n×d_v) and starting anchors (d_v×m_r each):
 *
 *     min Σ_vr β_vr (‖X_v − A_vr Z_vr‖² + α‖Z_vr‖²) + λ Σ_vr β_vr²,  A_vrᵀA_vr = I, samples of Z_vr and rows of β on the simplex
 */
export function* fdagfIterations(
  kernels: Kernels,
  views: readonly Matrix[],
  anchors: readonly (readonly Matrix[])[],
  { alpha, lambda, tolerance, maxIterations }: FdagfSettings,
): Generator<FdagfState> {
  const X = views.map((view) => new KernelMatrix(kernels, view))
  let A = anchors.map((sizes) => [...sizes])
  let previous = 0
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const Z = A.map((sizes, v) =>
      sizes.map((anchor) => projectRowsOntoSimplex(divide(X[v].multiply(anchor), 1 + alpha))),
    )
    const XZ = Z.map((graphs, v) => graphs.map((graph) => X[v].transposeMultiply(graph)))
    A = XZ.map((products, v) => products.map((product, r) => polar(product, A[v][r])))
    const e = Z.map((graphs, v) => {
      const squared = squaredNorm(views[v].data)
      return graphs.map((graph, r) => {
        const grams = innerProduct(transposeMultiply(A[v][r], A[v][r]), transposeMultiply(graph, graph))
        return squared - 2 * innerProduct(A[v][r], XZ[v][r]) + grams + alpha * squaredNorm(graph.data)
      })
    })
    const weights = projectRowsOntoSimplex(divide(fromRows(e), -2 * lambda))
    const beta = e.map((_, v) => Array.from(weights.data.subarray(v * weights.columns, (v + 1) * weights.columns)))
    let objective = lambda * squaredNorm(weights.data)
    e.flat().forEach((misfit, p) => {
      objective += weights.data[p] * misfit
    })

    const change = iteration === 1 ? 1 : Math.abs(previous - objective) / Math.max(Math.abs(previous), 1e-300)
    const converged = iteration >= 10 && (change < tolerance || objective < 1e-10)
    yield { A, Z, e, beta, iteration, objective, change, converged }
    if (converged) return
    previous = objective
  }
}

/** All graphs with a weight side by side (n × Σ m_r), anchors divided by the root of their degree, graphs multiplied by the root of their weight. */
export function fuse({ Z, beta }: Pick<FdagfState, 'Z' | 'beta'>): Matrix {
  const weights = beta.flat()
  const weighted = Z.flat().map((graph, p) => (weights[p] > 0 ? [scaleByDegrees(graph, Math.sqrt(weights[p]))] : []))
  return concatenateColumns(weighted.flat())
}

function scaleByDegrees(graph: Matrix, factor: number): Matrix {
  const { rows, columns } = graph
  const scale = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) scale[j] += graph.data[i * columns + j]
  for (let j = 0; j < columns; j++) scale[j] = scale[j] > 0 ? factor / Math.sqrt(scale[j]) : 0
  return matrix(
    rows,
    columns,
    graph.data.map((value, p) => value * scale[p % columns]),
  )
}

function divide(a: Matrix, by: number): Matrix {
  return matrix(
    a.rows,
    a.columns,
    a.data.map((value) => value / by),
  )
}
