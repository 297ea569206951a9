import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Progress } from '../../runtime/progress.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { sumRows } from '../../runtime/ranks/sum-rows.ts'
import { type Matrix, matrix } from './matrix.ts'
import type { Rows } from './rows.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** Most ranges of features that run at the same time: each reads all entries. */
const RANGES = 12

/**
 * Computes XᵀX (d×d) of X = diag(rowScales) · (A − 1·shiftᵀ) for sparse rows A (n×d, each rank its own), as `shiftedOperator` defines X: the bytes do not depend on how the rows are held. One reading,
 * O(Σ of the squared numbers of entries of a row + d²).
 */
export function* shiftedGram(
  kernels: Kernels,
  rows: Rows,
  shift: Float64Array,
  rowScales: Float64Array,
  ranks: Ranks,
): Generator<Progress, Matrix> {
  const { columns } = rows
  const width = columns + 1
  // Sums of products of the rows of A, each with a one behind it.
  const sums = new Float64Array(width * width)
  yield* sumRows(ranks, rows, sums, (block, begin) => {
    const a = block as SparseMatrix
    const mark = kernels.mark()
    const weights = kernels.copyIn(rowScales.subarray(begin, begin + a.rows).map((scale) => scale * scale))
    const sparse = [kernels.copyIn(a.values), kernels.copyWhole(a.indices), kernels.copyWhole(a.pointers), weights]
    const [values, indices, pointers, scales] = sparse.map(({ pointer }) => pointer)
    const out = kernels.copyIn(sums)
    const work = (a.values.length * a.values.length) / Math.max(a.rows, 1) / columns
    kernels.share(
      'addSparseSquares',
      workRanges(columns, 1, work, Math.ceil(columns / RANGES)).map((range) => [
        ...([values, indices, pointers, scales, a.rows, columns, out.pointer] as const),
        ...range,
      ]),
    )
    sums.set(out.f64)
    for (const weight of weights.f64) sums[sums.length - 1] += weight
    kernels.release(mark)
  })
  const total = sums[sums.length - 1]
  const result = matrix(columns, columns)
  for (let i = 0; i < columns; i++)
    for (let j = i; j < columns; j++) {
      const [rowTerm, columnTerm] = [sums[i * width + columns] * shift[j], sums[j * width + columns] * shift[i]]
      const value = sums[i * width + j] - rowTerm - columnTerm + total * shift[i] * shift[j]
      result.data[i * columns + j] = value
      result.data[j * columns + i] = value
    }
  return result
}
