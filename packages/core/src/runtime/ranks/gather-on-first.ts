import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Communicator } from './communicator.ts'
import { pointersOf, rowLengths } from './gather-rows.ts'

/** The rows of all ranks one after the other on rank 0, null on the others; all have the same columns and are of one kind. */
export function gatherOnFirst<M extends Matrix | SparseMatrix>(communicator: Communicator, own: M): M | null {
  if (communicator.size === 1) return own
  return (isSparse(own) ? gatherSparse(communicator, own) : gatherDense(communicator, own)) as M | null
}

function gatherDense(communicator: Communicator, { rows, columns, data }: Matrix): Matrix | null {
  const total = Float64Array.of(rows)
  communicator.allReduceSum(total)
  const all = communicator.gather(data)
  return all && matrix(total[0], columns, all)
}

function gatherSparse(communicator: Communicator, own: SparseMatrix): SparseMatrix | null {
  const lengths = communicator.gather(rowLengths(own))
  const indices = communicator.gather(Int32Array.from(own.indices))
  const values = communicator.gather(own.values)
  if (!lengths || !indices || !values) return null
  const pointers = pointersOf(lengths)
  return { rows: lengths.length, columns: own.columns, values, indices: Uint32Array.from(indices), pointers }
}
