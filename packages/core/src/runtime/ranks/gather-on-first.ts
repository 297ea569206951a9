import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import { pointersOf, rowLengths } from './gather-rows.ts'
import type { Ranks } from './ranks.ts'

/** The rows of all ranks one after the other on rank 0, null on the others; all have the same columns and are of one kind. */
export function gatherOnFirst<M extends Matrix | SparseMatrix>(ranks: Ranks, own: M): M | null {
  if (ranks.size === 1) return own
  return (isSparse(own) ? gatherSparse(ranks, own) : gatherDense(ranks, own)) as M | null
}

function gatherDense(ranks: Ranks, { rows, columns, data }: Matrix): Matrix | null {
  const total = Float64Array.of(rows)
  ranks.allReduceSum(total)
  const all = ranks.gather(data)
  return all && matrix(total[0], columns, all)
}

function gatherSparse(ranks: Ranks, own: SparseMatrix): SparseMatrix | null {
  const lengths = ranks.gather(rowLengths(own))
  const indices = ranks.gather(Int32Array.from(own.indices))
  const values = ranks.gather(own.values)
  if (!lengths || !indices || !values) return null
  const pointers = pointersOf(lengths)
  return { rows: lengths.length, columns: own.columns, values, indices: Uint32Array.from(indices), pointers }
}
