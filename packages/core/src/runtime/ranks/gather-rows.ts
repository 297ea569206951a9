import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Ranks } from './ranks.ts'

/** The rows of all ranks one after the other, on every rank; all have the same columns and are of one kind. */
export function gatherRows<M extends Matrix | SparseMatrix>(ranks: Ranks, own: M): M {
  if (ranks.size === 1) return own
  return (isSparse(own) ? gatherSparse(ranks, own) : gatherDense(ranks, own)) as M
}

function gatherDense(ranks: Ranks, { rows, columns, data }: Matrix): Matrix {
  if (columns > 0) {
    const all = ranks.allGather(data)
    return matrix(all.length / columns, columns, all)
  }
  const count = Float64Array.of(rows)
  ranks.allReduceSum(count)
  return matrix(count[0], 0)
}

function gatherSparse(ranks: Ranks, own: SparseMatrix): SparseMatrix {
  const lengths = ranks.allGather(rowLengths(own))
  const indices = ranks.allGather(Int32Array.from(own.indices))
  const values = ranks.allGather(own.values)
  return {
    rows: lengths.length,
    columns: own.columns,
    values,
    indices: Uint32Array.from(indices),
    pointers: pointersOf(lengths),
  }
}

/** Entries of each row. */
export function rowLengths({ rows, pointers }: SparseMatrix): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => pointers[i + 1] - pointers[i])
}

/** Where rows of these lengths begin, and the end. */
export function pointersOf(lengths: ArrayLike<number>): Uint32Array {
  const pointers = new Uint32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) pointers[i + 1] = pointers[i] + lengths[i]
  return pointers
}
