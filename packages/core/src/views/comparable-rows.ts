import { type Matrix, squaredLengths } from '../numerics/linalg/matrix.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'

/** Below this many dimensions the length of a row says what its direction cannot. */
export const FEW_DIMENSIONS = 4

/**
 * Rows (n×d) scaled so that distances compare directions: each to unit length, or, where lengths count (with fewer than 4 columns), all by one factor to mean squared
 * length 1, over the rows of all ranks. Lengths under 1e-12 become zero. O(n·d).
 */
export function comparableRows(a: Matrix, ranks: Ranks): Matrix {
  return comparableRowsInto({ ...a, data: a.data.slice() }, ranks)
}

/** Makes rows comparable in place, to unit length where `isUnit` says so; nobody else may hold them. */
export function comparableRowsInto(a: Matrix, ranks: Ranks, isUnit: boolean = a.columns >= FEW_DIMENSIONS): Matrix {
  const { rows, columns, data } = a
  const squares = squaredLengths(a)
  const common = isUnit ? 0 : meanOf(squares, rows, ranks)
  for (let i = 0; i < rows; i++) {
    const length = Math.sqrt(isUnit ? squares[i] : common)
    const begin = i * columns
    if (length < 1e-12) data.fill(0, begin, begin + columns)
    else for (let p = begin; p < begin + columns; p++) data[p] /= length
  }
  return a
}

/** The factor by which `comparableRows` divides all rows where lengths count: the root of the mean squared length, over all ranks. O(n·d). */
export function commonLength({ rows, data }: Matrix, ranks: Ranks): number {
  const squares = data.map((value) => value * value)
  return Math.sqrt(meanOf(squares, rows, ranks))
}

/** The sum of the values of all ranks, added in their order, by the number of rows of all. */
function meanOf(values: Float64Array, rows: number, ranks: Ranks): number {
  const count = Float64Array.of(rows)
  const total = new Float64Array(1)
  ranks.allReduceSum(count)
  orderedSum(ranks, [total], () => {
    for (let p = 0; p < values.length; p++) total[0] += values[p]
  })
  return total[0] / count[0]
}
