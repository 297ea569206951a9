import type { KernelFactors } from '../numerics/linalg/kernel-factors.ts'
import { type Matrix, squaredNorm } from '../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { toSparse } from '../numerics/linalg/to-sparse.ts'
import { nuclearShrinkOverRanks } from '../numerics/prox/nuclear-shrink.ts'
import { RankShrinker } from '../numerics/tensor/rank-shrinker.ts'
import { TensorShrinker } from '../numerics/tensor/tensor-shrinker.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Precision } from '../runtime/kernels/precision.ts'
import { SingleResidentMatrix } from '../runtime/kernels/single-kernel-matrix.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { mapProgress } from '../runtime/steps.ts'
import { DstlVariables, type ResidentView } from './variables.ts'
import { DstlViews, type EndOfView } from './views.ts'

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
  /** Goes on after an iteration of an earlier run. */
  resume?: DstlResume
}

/** All that an iteration needs to know of the one before. */
export type DstlResume = Readonly<Record<'W' | 'C' | 'S' | 'H', readonly Matrix[]>> & Pick<DstlState, 'Y' | 'iteration'>

/**
 * The variables after an iteration. The paper writes a sample as a column; here it is a row, so S, H and Y are its Sᵀ, Hᵀ and Yᵀ:
 * X n×d, W d×k, C k×k, S and H n×k (one of each a view), Y n×k. All are copied out of the kernels when they are asked for: ask before the next iteration.
 */
export interface DstlState {
  readonly W: Matrix[]
  readonly C: Matrix[]
  readonly S: Matrix[]
  readonly H: Matrix[]
  readonly Y: Matrix
  /** The largest column of each row of Y, the first of equal ones. */
  largest(): Int32Array
  iteration: number
  objective: number
  change: number
  converged: boolean
}

/** Views in the kernels. */
export interface ResidentViews {
  readonly X: readonly ResidentView[]
  /** ‖X‖² over all of them; of views that are read in blocks known once they were read. */
  readonly squaredNorm: number
  /** By view the samples that lack it, whose rows are zero; null: all samples have it. */
  readonly absent?: readonly (Uint32Array | null)[]
}

/** Views with up to this share of entries that are not zero are kept sparse: their products then cost less. */
const SPARSE = 0.1

/** The views as `dstlIterations` wants them, samples brought to unit length; `single` keeps dense ones in single precision. */
export function residentViews(
  kernels: Kernels,
  views: readonly (Matrix | SparseMatrix)[],
  precision: Precision = 'double',
): ResidentViews {
  const X = views.map((view) => {
    const sparse = isSparse(view) ? view : toSparse(kernels, view, SPARSE)
    if (!sparse && precision === 'single') return new SingleResidentMatrix(kernels, view as Matrix, true)
    return new KernelMatrix(kernels, sparse ?? view, { unit: true })
  })
  return { X, squaredNorm: sum(X.map(({ squaredLengths }) => sum(squaredLengths))) }
}

/**
 * DSTL's iterations from views whose samples have unit length:
 *
 *     min Σᵥ ‖Xᵛ − Wᵛ(Sᵛ + Hᵛ)‖² + λ₁‖𝒮‖₁ + λ₂‖ℋ‖⊛ + λ₃ Σᵥ ‖Hᵛ − CᵛY‖²,  WᵛᵀWᵛ = I, CᵛᵀCᵛ = I, samples of Y on the simplex
 *
 * One pass minimises over W, C, S, H and Y in turn. O(k·d·n + k·m·n·log n) an iteration, O((d + k·m)·n) memory. The products Xᵀ(S + H) and HᵀY of a pass serve its objective
 * and the next pass. Where samples lack a view, the first term is over those that have it; they add nothing to W, and H goes on from where it was. With several ranks the views and the variables n×k hold this rank's samples; sums go over all ranks.
 * Yields null after every block of views that are read in blocks, since an iteration may take minutes.
 */
export function* dstlSteps(
  kernels: Kernels,
  views: ResidentViews,
  settings: DstlSettings,
  ranks: Ranks,
): Generator<DstlState | null, DstlState> {
  const { lambda1, lambda2, variant, tolerance, maxIterations, resume } = settings
  const { lambda3 } = thresholdsOf(settings)
  const [samples] = overRanks(ranks, [views.X[0].rows])
  const passes = new DstlPasses(kernels, views, settings, ranks, samples)
  const { variables } = passes
  const { W, C } = variables
  const totals = (factors: KernelFactors) => {
    if (ranks.size > 1) factors.changeProducts((entries) => ranks.allReduceSum(entries))
  }

  if (resume) {
    W.writeFactors(resume.W)
    C.writeFactors(resume.C)
    variables.write('S', resume.S)
    variables.write('H', resume.H)
    variables.writeY(resume.Y)
  } else if (settings.start) variables.write('H', settings.start)
  if (resume || settings.start) {
    yield* passes.products()
    totals(C)
    totals(W)
  }

  for (let iteration = (resume?.iteration ?? 0) + 1; ; iteration++) {
    W.update()
    if (variant !== 'Y') C.update()
    const moved = yield* passes.step()
    const ends = yield* passes.products()
    const [difference, size, squaredNormOfX, misfit, absolute, disagreement] = overRanks(ranks, [
      moved.difference,
      moved.size,
      views.squaredNorm,
      sum(ends.map(({ misfitLessNorm }) => misfitLessNorm)),
      sum(ends.map(({ sums }) => sums.absolute)),
      // ‖H − YCᵀ‖² with CᵀC = I.
      variant === 'Y' ? 0 : sum(ends.map(({ sums }, v) => sums.related - 2 * C.inner(v) + moved.size)),
    ])
    totals(W)
    if (variant !== 'Y') totals(C)
    // 0 when nothing changed, also from zero to zero.
    const change = difference === 0 ? 0 : difference / size
    const objective =
      squaredNormOfX + misfit + lambda1 * absolute + lambda2 * moved.nuclearNorm + lambda3 * disagreement
    const converged = iteration >= 2 && change < tolerance
    const state = stateOf(variables, { iteration, objective, change, converged })
    if (converged || iteration >= maxIterations) return state
    yield state
  }
}

/** The iterations of `dstlSteps` in one process. */
export function* dstlIterations(
  kernels: Kernels,
  views: ResidentViews,
  settings: DstlSettings,
): Generator<DstlState, DstlState> {
  const steps = dstlSteps(kernels, views, settings, singleProcess)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (value) yield value
  }
}

/** What S and the singular values are lowered by, and λ₃; null: S stays zero. */
function thresholdsOf({ lambda1, lambda2, lambda3: given, variant }: DstlSettings): {
  threshold: number | null
  tau: number
  lambda3: number
} {
  const lambda3 = variant === 'Y' ? 0 : given
  return { threshold: variant === 'S' ? null : lambda1 / 2, tau: lambda2 / (2 * (1 + lambda3)), lambda3 }
}

/** How far a step went: the tensor nuclear norm of H, ‖Y − Y₋‖² and ‖Y‖² (of H where there is no Y). */
interface DstlStep {
  nuclearNorm: number
  difference: number
  size: number
}

/** The parts of an iteration that go over all samples, of which this rank has its share. */
class DstlPasses {
  readonly variables: DstlVariables
  private readonly views: DstlViews
  private readonly settings: DstlSettings
  private readonly ranks: Ranks
  private readonly shrinker: RankShrinker | TensorShrinker | null

  constructor(
    kernels: Kernels,
    { X, absent = [] }: ResidentViews,
    settings: DstlSettings,
    ranks: Ranks,
    samples: number,
  ) {
    const { latentDimension: k, variant } = settings
    this.settings = settings
    this.ranks = ranks
    this.shrinker =
      variant === 'T'
        ? null
        : ranks.size > 1
          ? new RankShrinker(kernels, ranks, samples, k, X.length)
          : new TensorShrinker(kernels, X[0].rows, k, X.length)
    this.variables = new DstlVariables(kernels, k, X, this.shrinker?.block)
    this.views = new DstlViews(kernels, this.variables, X, absent)
  }

  /** Makes S, H and Y anew for W and C. */
  *step(): Generator<null, DstlStep> {
    const { variables, settings, ranks, shrinker } = this
    const { variant, consensusRule } = settings
    const { threshold, tau, lambda3 } = thresholdsOf(settings)
    const previousH = variant === 'Y' ? variables.read('H') : []
    yield* pausing(this.views.split(threshold, lambda3))
    const nuclearNorm = shrinker ? shrinker.shrink(tau) : shrinkEachView(ranks, variables, tau)
    const moved = variant === 'Y' ? movement(variables.read('H'), previousH) : variables.agree(consensusRule === 'mean')
    return { nuclearNorm, ...moved }
  }

  /** Leaves XᵀG with G = S + H for W, and HᵀY for C. */
  *products(): Generator<null, EndOfView[]> {
    const ends = yield* pausing(this.views.products())
    if (this.settings.variant !== 'Y') this.variables.transposeMultiplyY()
    return ends
  }
}

/** Work with nulls in place of its pauses. */
function pausing<T>(work: Generator<void, T>): Generator<null, T> {
  return mapProgress(work, () => null)
}

function stateOf(
  variables: DstlVariables,
  plain: Pick<DstlState, 'iteration' | 'objective' | 'change' | 'converged'>,
): DstlState {
  return {
    ...plain,
    largest: () => largestColumns(variables.readY()),
    get W() {
      return variables.W.readFactors()
    },
    get C() {
      return variables.C.readFactors()
    },
    get S() {
      return variables.read('S')
    },
    get H() {
      return variables.read('H')
    },
    get Y() {
      return variables.readY()
    },
  }
}

/** The place of the largest entry of every row, the first of equal ones. */
function largestColumns({ rows, columns, data }: Matrix): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => {
    let best = 0
    for (let j = 1; j < columns; j++) if (data[i * columns + j] > data[i * columns + best]) best = j
    return best
  })
}

/** Every view alone: the matrix nuclear norm, which is given back, in place of the tensor's. */
function shrinkEachView(ranks: Ranks, variables: DstlVariables, tau: number): number {
  const parts = variables.read('H').map((q) => nuclearShrinkOverRanks(ranks, q, tau))
  variables.write(
    'H',
    parts.map((part) => part.matrix),
  )
  return sum(parts.map((part) => part.nuclearNorm))
}

/** Sums over the samples of all ranks. */
function overRanks(ranks: Ranks, sums: number[]): number[] {
  const values = Float64Array.from(sums)
  ranks.allReduceSum(values)
  return [...values]
}

/** ‖A − A₋‖² and ‖A‖² over all parts. */
function movement(now: readonly Matrix[], before: readonly Matrix[]): { difference: number; size: number } {
  const difference = now.map((a, v) => a.data.reduce((total, x, i) => total + square(x - before[v].data[i]), 0))
  return { difference: sum(difference), size: sum(now.map((a) => squaredNorm(a.data))) }
}

function square(x: number): number {
  return x * x
}

function sum(values: readonly number[] | Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
