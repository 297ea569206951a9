import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Message, Ranks } from './ranks.ts'

/** The rows of all ranks one after the other, on every rank; all have the same columns and are of one kind. */
export function gatherRows<M extends Matrix | SparseMatrix>(ranks: Ranks, rows: M): M {
  return collectRows(ranks, rows, (values) => ranks.allGather(values))!
}

/** The rows of all ranks one after the other on rank 0, null on the others; all have the same columns and are of one kind. */
export function gatherOnFirst<M extends Matrix | SparseMatrix>(ranks: Ranks, rows: M): M | null {
  return collectRows(ranks, rows, (values) => ranks.gather(values))
}

/** The rows where `collect` gives the values of all ranks, null where it gives none. */
function collectRows<M extends Matrix | SparseMatrix>(
  ranks: Ranks,
  rows: M,
  collect: <T extends Message>(values: T) => T | null,
): M | null {
  if (ranks.size === 1) return rows
  return (isSparse(rows) ? collectSparse(rows, collect) : collectDense(ranks, rows, collect)) as M | null
}

function collectDense(
  ranks: Ranks,
  { rows, columns, data }: Matrix,
  collect: <T extends Message>(values: T) => T | null,
): Matrix | null {
  const total = Float64Array.of(rows)
  ranks.allReduceSum(total)
  const values = collect(data)
  return values && matrix(total[0], columns, values)
}

function collectSparse(rows: SparseMatrix, collect: <T extends Message>(values: T) => T | null): SparseMatrix | null {
  const lengths = collect(rowLengths(rows))
  const indices = collect(Int32Array.from(rows.indices))
  const values = collect(rows.values)
  if (!lengths || !indices || !values) return null
  const pointers = pointersOf(lengths)
  return { rows: lengths.length, columns: rows.columns, values, indices: Uint32Array.from(indices), pointers }
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
