import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/** Below this many dimensions the length of a row says what its direction cannot. */
export const FEW_DIMENSIONS = 4

/**
 * Rows (n×d) scaled so that distances compare directions: each to unit length, or, with fewer than 4 columns, all by one factor to mean squared
 * length 1, over the rows of all ranks. Lengths under 1e-12 become zero. O(n·d).
 */
export function comparableRows(a: Matrix, communicator: Communicator = oneProcess): Matrix {
  const { rows, columns, data } = a
  const result = matrix(rows, columns)
  const squares = new Float64Array(rows)
  let total = 0
  for (let i = 0; i < rows; i++) {
    for (let p = i * columns; p < (i + 1) * columns; p++) squares[i] += data[p] * data[p]
    total += squares[i]
  }
  const whole = Float64Array.of(total, rows)
  communicator.allReduceSum(whole)
  const common = whole[0] / whole[1]
  for (let i = 0; i < rows; i++) {
    const length = Math.sqrt(columns < FEW_DIMENSIONS ? common : squares[i])
    if (length < 1e-12) continue
    for (let p = i * columns; p < (i + 1) * columns; p++) result.data[p] = data[p] / length
  }
  return result
}

/** The factor by which `comparableRows` divides all rows where there are fewer than 4 columns: the root of the mean squared length. O(n·d). */
export function commonLength({ rows, data }: Matrix): number {
  let total = 0
  for (let p = 0; p < data.length; p++) total += data[p] * data[p]
  return Math.sqrt(total / rows)
}
