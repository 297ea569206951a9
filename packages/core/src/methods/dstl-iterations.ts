import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import {
  identity,
  type Matrix,
  matrix,
  multiply,
  multiplyTranspose,
  squaredNorm,
  transposeMultiply,
} from '../linalg/matrix.ts'
import { polar } from '../linalg/polar.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { nuclearShrink } from '../prox/nuclear-shrink.ts'
import { projectRowsOntoSimplex } from '../prox/simplex-projection.ts'
import { softThreshold } from '../prox/soft-threshold.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { RankShrinker } from '../ranks/rank-shrinker.ts'
import { TensorShrinker } from '../tensor/tensor-shrinker.ts'

/** `full`: the method; `S`: without the sparse part; `T`: matrix instead of tensor nuclear norm; `Y`: without the consensus. */
export type DstlVariant = 'full' | 'S' | 'T' | 'Y'

export interface DstlSettings {
  lambda1: number
  lambda2: number
  lambda3: number
  latentDimension: number
  /** `sum` is what the paper's experiments do; `mean` is the exact minimiser and never raises the objective when every view has at least latentDimension features. */
  consensusRule: 'sum' | 'mean'
  variant: DstlVariant
  tolerance: number
  maxIterations: number
  /** H before the first iteration, n×k a view; zero by default. */
  start?: readonly Matrix[]
}

/**
 * The variables after an iteration. The paper writes a sample as a column; here it is a row, so S, H and Y are its Sᵀ, Hᵀ and Yᵀ:
 * X n×d, W d×k, C k×k, S and H n×k (one of each a view), Y n×k.
 */
export interface DstlState {
  W: Matrix[]
  C: Matrix[]
  S: Matrix[]
  H: Matrix[]
  Y: Matrix
  iteration: number
  objective: number
  change: number
  converged: boolean
}

/**
 * DSTL's iterations from views whose samples have unit length:
 *
 *     min Σᵥ ‖Xᵛ − Wᵛ(Sᵛ + Hᵛ)‖² + λ₁‖𝒮‖₁ + λ₂‖ℋ‖⊛ + λ₃ Σᵥ ‖Hᵛ − CᵛY‖²,  WᵛᵀWᵛ = I, CᵛᵀCᵛ = I, samples of Y on the simplex
 *
 * One pass minimises over W, C, S, H and Y in turn. O(k·d·n + k·m·n·log n) an iteration, O((d + k·m)·n) memory.
 * `X` can be given where several fits share the views. With several ranks `views` and the variables n×k hold this rank's samples; sums go over all ranks.
 */
export function* dstlIterations(
  kernels: Kernels,
  views: readonly (Matrix | SparseMatrix)[],
  settings: DstlSettings,
  X: readonly ResidentMatrix[] = views.map((view) => new ResidentMatrix(kernels, view)),
  communicator: Communicator = oneProcess,
): Generator<DstlState, DstlState> {
  const { lambda1, lambda2, latentDimension: k, variant, tolerance, maxIterations } = settings
  const lambda3 = variant === 'Y' ? 0 : settings.lambda3
  const tau = lambda2 / (2 * (1 + lambda3))
  const n = views[0].rows
  const [squaredNormOfX, samples] = overRanks(communicator, [
    sum(views.map((view) => squaredNorm(isSparse(view) ? view.values : view.data))),
    n,
  ])
  const shrinker =
    variant === 'T'
      ? null
      : communicator.size === 1
        ? new TensorShrinker(kernels, n, k, views.length)
        : new RankShrinker(kernels, communicator, samples, k, views.length)
  const total = (part: Matrix): Matrix => {
    communicator.allReduceSum(part.data)
    return part
  }

  let W = views.map((view) => identity(view.columns, k))
  let C = views.map(() => identity(k))
  let S = views.map(() => matrix(n, k))
  let H = views.map((_, v) => settings.start?.[v] ?? matrix(n, k))
  let Y = matrix(n, k)

  for (let iteration = 1; ; iteration++) {
    W = X.map((x, v) => polar(total(x.transposeMultiply(add(S[v], H[v]))), W[v]))
    if (variant !== 'Y') C = H.map((h, v) => polar(total(transposeMultiply(h, Y)), C[v]))
    const P = X.map((x, v) => x.multiply(W[v]))
    if (variant !== 'S') S = P.map((p, v) => matrix(n, k, softThreshold(subtract(p, H[v]).data, lambda1 / 2)))
    const Q = P.map((p, v) => blend(subtract(p, S[v]), multiplyTranspose(Y, C[v]), lambda3))
    const previousH = H
    const shrunk = shrinker ? shrinker.shrinkMatrices(Q, tau) : shrinkEachView(Q, tau)
    H = shrunk.matrices
    const previousY = Y
    if (variant !== 'Y') Y = consensus(H, C, settings.consensusRule)

    const [now, before] = variant === 'Y' ? [H, previousH] : [[Y], [previousY]]
    const [difference, size, misfit, absolute, disagreement] = overRanks(communicator, [
      sum(now.map((a, v) => squaredNorm(subtract(a, before[v]).data))),
      sum(now.map((a) => squaredNorm(a.data))),
      sum(P.map((p, v) => misfitLessNorm(p, W[v], add(S[v], H[v])))),
      sum(S.map((s) => absoluteSum(s.data))),
      variant === 'Y' ? 0 : sum(H.map((h, v) => squaredNorm(subtract(h, multiplyTranspose(Y, C[v])).data))),
    ])
    // 0 when nothing changed, also from zero to zero.
    const change = difference === 0 ? 0 : difference / size
    const objective =
      squaredNormOfX + misfit + lambda1 * absolute + lambda2 * shrunk.nuclearNorm + lambda3 * disagreement
    const converged = iteration >= 2 && change < tolerance
    const state = { W, C, S, H, Y, iteration, objective, change, converged }
    if (converged || iteration >= maxIterations) return state
    yield state
  }
}

/** Every sample of Σᵥ CᵛᵀHᵛ, or of its mean over the views, projected onto the simplex. */
function consensus(H: readonly Matrix[], C: readonly Matrix[], rule: 'sum' | 'mean'): Matrix {
  const total = H.map((h, v) => multiply(h, C[v])).reduce(add)
  if (rule === 'mean') for (let i = 0; i < total.data.length; i++) total.data[i] /= H.length
  return projectRowsOntoSimplex(total)
}

/** ‖X − WG‖² − ‖X‖² from P = WᵀX alone; WᵀW is not the identity when the view has fewer than k features. */
function misfitLessNorm(P: Matrix, W: Matrix, G: Matrix): number {
  const gram = transposeMultiply(W, W)
  const GG = transposeMultiply(G, G)
  let value = 0
  for (let i = 0; i < gram.data.length; i++) value += gram.data[i] * GG.data[i]
  for (let i = 0; i < P.data.length; i++) value -= 2 * P.data[i] * G.data[i]
  return value
}

function shrinkEachView(Q: readonly Matrix[], tau: number): { matrices: Matrix[]; nuclearNorm: number } {
  const parts = Q.map((q) => nuclearShrink(q, tau))
  return { matrices: parts.map((part) => part.matrix), nuclearNorm: sum(parts.map((part) => part.nuclearNorm)) }
}

/** Each of the numbers added up over all ranks. */
function overRanks(communicator: Communicator, values: number[]): number[] {
  const sums = Float64Array.from(values)
  communicator.allReduceSum(sums)
  return Array.from(sums)
}

/** (A + λB) / (1 + λ). */
function blend(a: Matrix, b: Matrix, lambda: number): Matrix {
  return combine(a, b, (x, y) => (x + lambda * y) / (1 + lambda))
}

function add(a: Matrix, b: Matrix): Matrix {
  return combine(a, b, (x, y) => x + y)
}

function subtract(a: Matrix, b: Matrix): Matrix {
  return combine(a, b, (x, y) => x - y)
}

function combine(a: Matrix, b: Matrix, operation: (x: number, y: number) => number): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < result.data.length; i++) result.data[i] = operation(a.data[i], b.data[i])
  return result
}

function absoluteSum(values: Float64Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += Math.abs(values[i])
  return total
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
