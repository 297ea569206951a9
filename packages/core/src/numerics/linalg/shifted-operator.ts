import type { Progress } from '../../runtime/progress.ts'
import { orderedSum } from '../../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Matrix, matrix, squaredNorm } from './matrix.ts'

/** A rows×columns matrix that is only available through its products X·W and Xᵀ·G, for example a `KernelMatrix`. */
export interface Operator {
  readonly rows: number
  readonly columns: number
  multiply(w: Matrix): Matrix
  transposeMultiply(g: Matrix): Matrix
  /** Computes Xᵀ·(X·W), with the bytes of the two products, in operators that read X only once for both; it may take long. */
  gram?(w: Matrix): Generator<Progress, Matrix>
  /** Computes X·(Xᵀ·G) in operators that have a shorter way to it; it may take long, and the low bits differ. */
  outer?(g: Matrix): Generator<Progress, Matrix>
  /** Computes XᵀX whole, with the bytes of the products, in operators that have a shorter way to it; null where this one has none. */
  square?(): Matrix | null
  /** Computes XᵀX whole in operators that read X for it, which may take long; null where this one has no shorter way. */
  squareInSteps?(): Generator<Progress, Matrix | null>
}

/**
 * Makes the operator diag(rowScales) · (A − 1·shiftᵀ) for an n×d operator A without forming its entries, so that centred and scaled rows
 * stay as cheap as A itself. Over ranks A is an `operatorOverRanks`, and `rowScales` are those of the rank's rows. O((n + d) · columns of the factor) beyond the product with A.
 */
export function shiftedOperator(a: Operator, shift: Float64Array, rowScales: Float64Array, ranks: Ranks): Operator {
  const { rows, columns } = a
  const scaled = (g: Matrix) => {
    const result = matrix(g.rows, g.columns)
    for (let i = 0, p = 0; i < g.rows; i++)
      for (let c = 0; c < g.columns; c++, p++) result.data[p] = rowScales[i] * g.data[p]
    return result
  }
  let cache: { t: Float64Array; square: number } | undefined
  return {
    rows,
    columns,
    multiply(w) {
      const result = a.multiply(w)
      const offset = new Float64Array(w.columns)
      for (let j = 0; j < w.rows; j++)
        for (let c = 0; c < w.columns; c++) offset[c] += shift[j] * w.data[j * w.columns + c]
      for (let i = 0; i < rows; i++)
        for (let c = 0; c < w.columns; c++)
          result.data[i * w.columns + c] = rowScales[i] * (result.data[i * w.columns + c] - offset[c])
      return result
    },
    transposeMultiply(g) {
      const h = scaled(g)
      const sums = new Float64Array(g.columns)
      orderedSum(ranks, [sums], () => {
        for (let i = 0; i < g.rows; i++) for (let c = 0; c < g.columns; c++) sums[c] += h.data[i * g.columns + c]
      })
      const result = a.transposeMultiply(h)
      for (let j = 0; j < columns; j++)
        for (let c = 0; c < g.columns; c++) result.data[j * g.columns + c] -= shift[j] * sums[c]
      return result
    },
    // With h = diag(rowScales)·G and t = A·shift it is diag(rowScales) · (A·Aᵀ·h − t·1ᵀh − 1·(tᵀh − ‖shift‖²·1ᵀh)): nothing but the products goes over the columns, of which there are many where this is asked for.
    *outer(g) {
      cache ??= { t: imageOf(a, shift), square: squaredNorm(shift) }
      const { t, square } = cache
      const width = g.columns
      const h = scaled(g)
      const image = a.transposeMultiply(h)
      yield { stage: 'singular vectors', iteration: 1, total: 1 }
      const result = a.multiply(image)
      const sums = new Float64Array(2 * width)
      orderedSum(ranks, [sums], () => {
        for (let i = 0, p = 0; i < rows; i++)
          for (let c = 0; c < width; c++, p++) {
            sums[c] += h.data[p]
            sums[width + c] += t[i] * h.data[p]
          }
      })
      for (let i = 0, p = 0; i < rows; i++)
        for (let c = 0; c < width; c++, p++)
          result.data[p] = rowScales[i] * (result.data[p] - sums[c] * (t[i] - square) - sums[width + c])
      return result
    },
  }
}

/** Multiplies A·x for one vector; products take two columns at least. */
function imageOf(a: Operator, x: Float64Array): Float64Array {
  const pairs = matrix(x.length, 2)
  for (let j = 0; j < x.length; j++) pairs.data[2 * j] = x[j]
  return a.multiply(pairs).data.filter((_, p) => p % 2 === 0)
}
