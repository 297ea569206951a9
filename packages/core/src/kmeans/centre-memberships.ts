import { type Matrix, matrix } from '../linalg/matrix.ts'

/**
 * How far each point (n×p) belongs to each centre (k×p): 1/squared distance, rows scaled to sum 1 (n×k); a point on a centre belongs to it alone, to the first of several.
 * O(n·k·p). Source: the memberships of fuzzy c-means with exponent 2, Bezdek 1981.
 */
export function centreMemberships(points: Matrix, centres: Matrix): Matrix {
  const { rows, columns, data } = points
  const memberships = matrix(rows, centres.rows)
  for (let i = 0; i < rows; i++) {
    const row = memberships.data.subarray(i * centres.rows, (i + 1) * centres.rows)
    for (let c = 0; c < centres.rows; c++)
      for (let j = 0; j < columns; j++) {
        const difference = data[i * columns + j] - centres.data[c * columns + j]
        row[c] += difference * difference
      }
    const on = row.indexOf(0)
    if (on >= 0) {
      row.fill(0)
      row[on] = 1
      continue
    }
    // Shares of the least distance: their sum cannot overflow.
    const least = row.reduce((low, value) => Math.min(low, value), Infinity)
    let sum = 0
    for (let c = 0; c < row.length; c++) sum += row[c] = least / row[c]
    for (let c = 0; c < row.length; c++) row[c] /= sum
  }
  return memberships
}
