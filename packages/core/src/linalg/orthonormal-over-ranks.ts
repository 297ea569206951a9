import type { Communicator } from '../ranks/communicator.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from './matrix.ts'

/** Remainders below this part of a row, squared, are rounding errors of their inner products. */
const ROUNDING = 1e-14

/**
 * The rows (b×n, b small) made orthonormal one after the other, each rank with its own entries of all of them; rows whose remainder is at most `floor` are left out.
 * Gram and Schmidt's steps are done on the inner products, twice, so that two sums over the ranks do. O(b²·n).
 * Source: Yamamoto et al., roundoff error analysis of the Cholesky QR2 algorithm, 2015.
 */
export function orthonormalOverRanks(communicator: Communicator, rows: Matrix, floor: number): Matrix {
  if (rows.rows === 0) return rows
  const once = step(communicator, rows, floor)
  return once.rows === 0 ? once : step(communicator, once, 0)
}

function step(communicator: Communicator, rows: Matrix, floor: number): Matrix {
  const gram = multiplyTranspose(rows, rows)
  communicator.allReduceSum(gram.data)
  return multiply(combinations(gram, floor), rows)
}

/** The combinations of rows with these inner products (b×b) that are orthonormal: kept×b. */
function combinations({ rows: b, data: gram }: Matrix, floor: number): Matrix {
  const kept: Float64Array[] = []
  const inner = (x: Float64Array, y: Float64Array) => {
    let sum = 0
    for (let i = 0; i < b; i++) for (let j = 0; j < b; j++) sum += x[i] * gram[i * b + j] * y[j]
    return sum
  }
  for (let r = 0; r < b; r++) {
    const row = new Float64Array(b)
    row[r] = 1
    for (const other of kept) {
      const overlap = inner(row, other)
      for (let i = 0; i < b; i++) row[i] -= overlap * other[i]
    }
    const square = inner(row, row)
    if (!(square > Math.max(floor * floor, ROUNDING * gram[r * b + r]))) continue
    const length = Math.sqrt(square)
    kept.push(row.map((value) => value / length))
  }
  const result = matrix(kept.length, b)
  kept.forEach((row, k) => {
    result.data.set(row, k * b)
  })
  return result
}
