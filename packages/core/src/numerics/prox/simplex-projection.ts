import { type Matrix, matrix } from '../linalg/matrix.ts'

/**
 * Moves every row of `a` (n×k) to the nearest point with entries ≥ 0 that sum to 1. Exact; expected O(n·k): rounds that drop the entries below the
 * threshold of the others (Michelot 1986), at most k of them. Entries far beyond the others (±1e300) are fine.
 */
export function projectRowsOntoSimplex(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns, a.data.slice())
  for (let i = 0; i < a.rows; i++) projectOntoSimplexInto(result.data.subarray(i * a.columns, (i + 1) * a.columns))
  return result
}

/** Moves one row (k), in place, to the nearest point with entries ≥ 0 that sum to 1. Expected O(k). */
export function projectOntoSimplexInto(row: Float64Array): void {
  let largest = Number.NEGATIVE_INFINITY
  for (let j = 0; j < row.length; j++) if (row[j] > largest) largest = row[j]
  // Entries relative to the largest one: the threshold is then at least −1 whatever their size.
  for (let j = 0; j < row.length; j++) row[j] -= largest
  let threshold = -1
  let previousCount = -1
  for (let round = 0; round <= row.length; round++) {
    let sum = 0
    let count = 0
    for (let j = 0; j < row.length; j++)
      if (row[j] > threshold) {
        sum += row[j]
        count++
      }
    if (count === previousCount) break
    previousCount = count
    threshold = (sum - 1) / count
  }
  for (let j = 0; j < row.length; j++) row[j] = row[j] > threshold ? row[j] - threshold : 0
}

/** Projects one vector onto the simplex by sorting, the reference of the faster ways. O(k·log k). Source: Held, Wolfe and Crowder, 1974. */
export function projectOntoSimplexReference(x: ArrayLike<number>): Float64Array {
  const largest = Array.from(x).reduce((most, value) => Math.max(most, value))
  const y = Float64Array.from(x, (value) => value - largest)
  const descending = y.slice().sort().reverse()
  let sum = 0
  let threshold = 0
  descending.forEach((value, j) => {
    sum += value
    if (value > (sum - 1) / (j + 1)) threshold = (sum - 1) / (j + 1)
  })
  return y.map((value) => Math.max(value - threshold, 0))
}
