import { KernelMatrix } from '../../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { StreamedMatrix } from '../../runtime/kernels/streamed-matrix.ts'
import { orderedSum } from '../../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { shares } from '../../runtime/ranks/share.ts'
import { columnsOf, type Matrix, matrix } from './matrix.ts'
import { isBlocked, type Rows } from './rows.ts'
import type { Operator } from './shifted-operator.ts'

/** An operator whose sums over rows can go on from those of other rows, for example a `KernelMatrix`. */
interface RowOperator extends Operator {
  /** Entries that a product reads. */
  readonly entries: number
  /** Adds Xᵀ·G to `sums`, row after row. */
  addTransposeMultiplyInto(sums: Matrix, g: Matrix): void
}

/** Makes an operator of rows that lie on the ranks: those of this rank are in the kernels' memory until that is released, or are read for each product. */
export function operatorOf(ranks: Ranks, kernels: Kernels, rows: Rows): Operator {
  return operatorOverRanks(
    ranks,
    isBlocked(rows) ? new StreamedMatrix(kernels, rows) : new KernelMatrix(kernels, rows, { turned: ranks.size === 1 }),
  )
}

/** Parts of a sum per rank beside the first: while one rank adds to a part, others add to those that it has finished. */
const PARTS_A_RANK = 4
/** Least multiplications per part of a rank, some milliseconds: less is not worth a message. */
const WORTH_A_PART = 1 << 23

/**
 * Makes an operator of a matrix whose rows lie on the ranks, of which this one has `local` (its rows × d): X·W gives the rank's rows, Xᵀ·G, for its rows of G, the sum over all ranks,
 * the same bytes as in one process. Sums go from rank to rank, some columns at a time, and from the last rank to all: each rank sends d·k numbers, the last one to everyone. With few ranks
 * beside the columns of G that takes a quarter longer than the rank's own share of the work; with more ranks than that, ranks wait for each other. Of rows that are read in blocks all columns
 * go at once, so that a product reads them but once: ranks add one after the other.
 */
export function operatorOverRanks(ranks: Ranks, local: RowOperator): Operator {
  const { size } = ranks
  if (size === 1) return local
  const sizes = Float64Array.of(local.entries, local.gram ? 1 : 0)
  ranks.allReduceSum(sizes)
  const [entries, blocked] = sizes
  return {
    rows: local.rows,
    columns: local.columns,
    multiply: (w) => local.multiply(w),
    transposeMultiply(g) {
      // Two columns are multiplied as fast as one.
      const pairs = Math.ceil(g.columns / 2)
      const usefulParts = blocked > 0 ? 1 : Math.max(Math.ceil((entries * g.columns) / (size * WORTH_A_PART)), 1)
      const parts = shares(pairs, Math.min(PARTS_A_RANK * (size - 1), pairs, usefulParts))
      const columns = parts.map(({ begin, end }) => columnsOf(g, 2 * begin, Math.min(2 * end, g.columns)))
      const sums = columns.map((part) => matrix(local.columns, part.columns))
      orderedSum(
        ranks,
        sums.map(({ data }) => data),
        (_, part) => local.addTransposeMultiplyInto(sums[part], columns[part]),
      )
      const result = matrix(local.columns, g.columns)
      for (const [part, { begin }] of parts.entries()) putColumns(result, sums[part], 2 * begin)
      return result
    },
  }
}

function putColumns(target: Matrix, a: Matrix, begin: number): void {
  for (let i = 0; i < a.rows; i++)
    target.data.set(a.data.subarray(i * a.columns, (i + 1) * a.columns), i * target.columns + begin)
}
