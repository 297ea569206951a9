import type { Matrix, Progress } from '@manyview/core'
import {
  exponential,
  fromRows,
  KernelMatrix,
  matrix,
  multiplyTranspose,
  squaredDistances,
  squaredNorm,
  transpose,
  transposeMultiply,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { cocluster } from '../graph/cocluster.ts'
import { innerProduct } from '../linalg/inner-product.ts'
import { weightedSum } from '../linalg/weighted-sum.ts'
import { simplexQp } from '../prox/simplex-qp.ts'

export interface UdbglSettings {
  clusters: number
  alpha: number
  beta: number
  tolerance: number
  maxIterations: number
}

/** The variables after an iteration (0: the start): graphs Z[v] n×m, view weights delta, fused graph P n×m with k components, and B = Σ delta_v Z_v. */
export interface UdbglState {
  Z: Matrix[]
  delta: Float64Array
  P: Matrix
  B: Matrix
  iteration: number
  objective: number
  change: number
  converged: boolean
  /** Weights of the rank term in the co-clustering of this iteration. */
  coclustering: { lambda: number; eigenvalueSum: number }[]
}

/**
 * UDBGL's iterations from scaled views X_v (n×d_v) and fixed anchors A_v (m×d_v), one sample or anchor a row:
 *
 *     min Σ_v (‖X_v − Z_v A_v‖² + α‖Z_v‖²) + β‖Σ_v δ_v Z_v − P‖²,  rows of Z_v and δ on the simplex, P with exactly k components
 *
 * Yields progress within each iteration; `observe` gets the start and every state.
 */
export function* udbglIterations(
  kernels: Kernels,
  views: readonly Matrix[],
  anchors: readonly Matrix[],
  { clusters, alpha, beta, tolerance, maxIterations }: UdbglSettings,
  observe: (state: UdbglState) => void = () => {},
): Generator<Progress, UdbglState> {
  const XA = views.map((view, v) => new KernelMatrix(kernels, view).multiply(transpose(anchors[v])))
  const AA = anchors.map((part) => multiplyTranspose(part, part))
  const squaredViews = views.map((view) => squaredNorm(view.data))
  const objectiveOf = (Z: Matrix[], B: Matrix, P: Matrix) => {
    let value = beta * squaredNorm(weightedSum([B, P], [1, -1]).data)
    Z.forEach((z, v) => {
      value += squaredViews[v] - 2 * innerProduct(z, XA[v]) + innerProduct(transposeMultiply(z, z), AA[v])
      value += alpha * squaredNorm(z.data)
    })
    return value
  }

  let Z = views.map((view, v) => nearestAnchors(squaredDistances(kernels, view, anchors[v])))
  let delta: Float64Array = new Float64Array(views.length).fill(1 / views.length)
  let B = weightedSum(Z, delta)
  let state: UdbglState = {
    Z,
    delta,
    P: B,
    B,
    iteration: 0,
    objective: objectiveOf(Z, B, B),
    change: 1,
    converged: false,
    coclustering: [],
  }
  observe(state)
  while (state.iteration < maxIterations && !state.converged) {
    const { graph: P, trace: coclustering } = yield* cocluster(kernels, B, { clusters, rankTest: 'same' })
    const next: Matrix[] = []
    for (const [v, z] of Z.entries()) {
      // All views move at once: the others enter with their graphs of before.
      const others = weightedSum([B, z, P], [1, -delta[v], -1])
      next.push(yield* fitRows(z, XA[v], AA[v], others, alpha, beta, delta[v]))
    }
    Z = next
    const G = Z.map((z) => Float64Array.from(Z, (other) => 2 * innerProduct(z, other)))
    const previous = delta
    delta = simplexQp(
      fromRows(G),
      Float64Array.from(Z, (z) => -2 * innerProduct(z, P)),
    )
    B = weightedSum(Z, delta)
    const objective = objectiveOf(Z, B, P)
    const change = Math.abs(objective - state.objective)
    const weightChange = Math.sqrt(squaredNorm(delta.map((value, v) => value - previous[v])))
    const converged = change < tolerance || weightChange < tolerance
    state = { Z, delta, P, B, iteration: state.iteration + 1, objective, change, converged, coclustering }
    observe(state)
    yield { stage: 'iterating', iteration: state.iteration, total: maxIterations, objective, change }
  }
  return state
}

/** Every row z of a view's graph: min ½·zHzᵀ + f·zᵀ on the simplex, H = 2((α + βδ²)I + AAᵀ), f = −2Ax + 2βδ(Σ_{u≠v} δ_u z_u − p). */
function* fitRows(
  z: Matrix,
  XA: Matrix,
  AA: Matrix,
  others: Matrix,
  alpha: number,
  beta: number,
  delta: number,
): Generator<Progress, Matrix> {
  const { rows: n, columns: m } = z
  const H = matrix(
    m,
    m,
    AA.data.map((value, p) => 2 * (value + (p % (m + 1) === 0 ? alpha + beta * delta * delta : 0))),
  )
  const result = matrix(n, m)
  for (let i = 0; i < n; i++) {
    const f = new Float64Array(m)
    for (let j = 0; j < m; j++) f[j] = -2 * XA.data[i * m + j] + 2 * beta * delta * others.data[i * m + j]
    result.data.set(simplexQp(H, f, z.data.subarray(i * m, (i + 1) * m)), i * m)
    if (i % 1000 === 999) yield { stage: 'fitting samples', iteration: i + 1, total: n }
  }
  return result
}

/**
 * The starting graph: each sample shares itself out among its 5 nearest anchors by exp(−D / 2s²), D the squared distance and s the mean of ALL squared
 * distances (squared once more, as published).
 */
function nearestAnchors(distances: Matrix): Matrix {
  const { rows: n, columns: m } = distances
  const mean = distances.data.reduce((sum, distance) => sum + distance, 0) / (n * m)
  const graph = matrix(n, m)
  for (let i = 0; i < n; i++) {
    const row = distances.data.subarray(i * m, (i + 1) * m)
    const near = Array.from(row.keys())
      .sort((a, b) => row[a] - row[b] || a - b)
      .slice(0, 5)
    // Measured from the nearest one, which the normalisation takes out again: the weights cannot all vanish.
    const weights = near.map((j) => (mean > 0 ? exponential((row[near[0]] - row[j]) / (2 * mean * mean)) : 1))
    const sum = weights.reduce((a, b) => a + b, 0)
    for (const [rank, j] of near.entries()) graph.data[i * m + j] = weights[rank] / sum
  }
  return graph
}
