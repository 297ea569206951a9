import { type Matrix, matrix } from './matrix.ts'

/** Remainders below this part of a row, squared, are rounding errors of the inner products. */
const ROUNDING = 1e-14

/**
 * The combinations (kept×b) of b rows that Gram and Schmidt's steps make orthonormal, one after the other, from the inner products of the rows (b×b) alone; rows whose remainder is
 * at most `floor` are left out. Done twice, the second time on what the first one made, the result is orthonormal to the last bits. O(b⁴).
 * Source: Yamamoto et al., roundoff error analysis of the Cholesky QR2 algorithm, 2015.
 */
export function orthonormalCombinations({ rows: b, data: products }: Matrix, floor: number): Matrix {
  const kept: Float64Array[] = []
  const inner = (x: Float64Array, y: Float64Array) => {
    let sum = 0
    for (let i = 0; i < b; i++) for (let j = 0; j < b; j++) sum += x[i] * products[i * b + j] * y[j]
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
    if (!(square > Math.max(floor * floor, ROUNDING * products[r * b + r]))) continue
    const length = Math.sqrt(square)
    kept.push(row.map((value) => value / length))
  }
  const result = matrix(kept.length, b)
  kept.forEach((row, k) => {
    result.data.set(row, k * b)
  })
  return result
}
