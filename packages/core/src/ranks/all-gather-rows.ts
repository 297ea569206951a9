import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'

/** The rows of all ranks one below the other, in the order of the ranks, on every rank: each sends its rows to all others. */
export function allGatherRows(communicator: Communicator, own: Matrix): Matrix {
  if (communicator.size === 1) return own
  const data = communicator.allGather(own.data)
  return matrix(data.length / Math.max(own.columns, 1), own.columns, data)
}
