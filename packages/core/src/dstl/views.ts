import type { KernelFactors } from '../numerics/linalg/kernel-factors.ts'
import { type Matrix, transposeMultiply } from '../numerics/linalg/matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { runToEnd } from '../runtime/steps.ts'
import type { DstlVariables, HeldView, ResidentView, ViewSums } from './variables.ts'

/** What the objective needs of a view: its sums, and ‖X − GWᵀ‖² − ‖X‖² over the samples that have it. */
export interface EndOfView {
  sums: ViewSums
  misfitLessNorm: number
}

/**
 * The steps of DSTL that read the views: some rows of all views at a time, so that what is made of them is still in the cache when it is needed, and all views at once where the variables have room for that; else one view after the
 * other, with pauses where they are read in blocks. The same bytes either way.
 */
export class DstlViews {
  private readonly kernels: Kernels
  private readonly variables: DstlVariables
  private readonly X: readonly ResidentView[]
  /** By view the samples that lack it. */
  private readonly absent: readonly (Uint32Array | null)[]

  constructor(
    kernels: Kernels,
    variables: DstlVariables,
    X: readonly ResidentView[],
    absent: readonly (Uint32Array | null)[],
  ) {
    this.kernels = kernels
    this.variables = variables
    this.X = X
    this.absent = absent
  }

  /** S and Q of every view from P = X·W, see `split` of the variables. */
  *split(threshold: number | null, lambda3: number): Generator<void, void> {
    const { kernels, variables, X, absent } = this
    if (!variables.blocks) {
      for (const [v, x] of X.entries()) {
        yield* variables.multiply(x, v)
        if (absent[v]) variables.fillAbsent(v, absent[v])
        variables.split(threshold, lambda3, v, 1)
      }
      return
    }
    const mark = kernels.mark()
    const factors = X.map((x, v) => variables.factor(x, v))
    for (const [begin, end] of variables.blocks) {
      kernels.together(() => {
        // There are blocks only where all views are in memory.
        for (const [v, x] of X.entries()) variables.multiplyRows(x as HeldView, v, factors[v], begin, end)
      })
      for (const v of X.keys()) if (absent[v]) variables.fillAbsent(v, absent[v], begin, end)
      variables.split(threshold, lambda3, 0, X.length, begin, end)
    }
    kernels.release(mark)
  }

  /** Leaves XᵀG with G = S + H of every view for W. */
  *products(): Generator<void, EndOfView[]> {
    const { kernels, variables, X } = this
    const ends: EndOfView[] = []
    if (!variables.atOnce) {
      for (const [v, x] of X.entries()) {
        variables.packView(x, v, this.isWide(v))
        yield* variables.transposeMultiply(x, v)
        ends.push(this.endOf(v))
      }
      return ends
    }
    kernels.together(() => {
      for (const [v, x] of X.entries()) variables.packView(x, v, this.isWide(v))
    })
    kernels.together(() => {
      for (const [v, x] of X.entries()) runToEnd(variables.transposeMultiply(x, v))
    })
    for (const v of X.keys()) ends.push(this.endOf(v))
    return ends
  }

  /** True if a view has fewer than k features: WᵀW is then not the identity, and ‖GWᵀ‖ not ‖G‖. */
  private isWide(v: number): boolean {
    return this.X[v].columns < this.variables.latent
  }

  private endOf(v: number): EndOfView {
    const { variables, absent } = this
    const sums = variables.sumsOf(v)
    const lacking = absent[v]
    const unseen = lacking ? variables.dropAbsent(v, lacking) : 0
    const gram = this.isWide(v) ? variables.gramOfP(v) : null
    return { sums, misfitLessNorm: misfitLessNorm(variables.W, v, sums.squares - unseen, gram) }
  }
}

/** ‖X − GWᵀ‖² − ‖X‖² of view v, from ‖G‖² or, where it has fewer than k features, GᵀG. */
function misfitLessNorm(W: KernelFactors, v: number, squares: number, gram: Matrix | null): number {
  return (gram ? inner(gramOf(W.readFactor(v)), gram) : squares) - 2 * W.inner(v)
}

function gramOf(a: Matrix): Matrix {
  return transposeMultiply(a, a)
}

/** Σ aᵢbᵢ. */
function inner(a: Matrix, b: Matrix): number {
  let total = 0
  for (let i = 0; i < a.data.length; i++) total += a.data[i] * b.data[i]
  return total
}
