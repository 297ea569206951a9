import { evenlySpaced } from '../explain/evenly-spaced.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { gatherRows } from '../ranks/gather-rows.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import { takeRows } from './take-rows.ts'

/** At most so many rows of a matrix, evenly spaced, from the rows that each rank has, on every rank. */
export function someRows<M extends Matrix | SparseMatrix>(
  view: M,
  most: number,
  communicator: Communicator = oneProcess,
): M {
  const { total, begin, end } = rowsOnRanks(communicator, view.rows)
  if (total <= most) return gatherRows(communicator, view)
  const chosen = evenlySpaced(total, most).filter((i) => i >= begin && i < end)
  const own = chosen.map((i) => i - begin)
  return gatherRows(communicator, takeRows(view, own))
}
