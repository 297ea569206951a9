import { type Matrix, matrix } from '../linalg/matrix.ts'

/**
 * Measures how far each point (n×p) belongs to each centre (k×p): 1/squared distance, rows scaled to sum 1 (n×k). A point on a centre belongs to it alone, to the first of several.
 * O(n·k·p). Source: the memberships of fuzzy c-means with exponent 2, Bezdek 1981.
 */
export function centreMemberships(points: Matrix, centres: Matrix): Matrix {
  const { rows, columns, data } = points
  const memberships = matrix(rows, centres.rows)
  for (let i = 0; i < rows; i++) {
    const row = memberships.data.subarray(i * centres.rows, (i + 1) * centres.rows)
    centreMembershipsInto(row, data.subarray(i * columns, (i + 1) * columns), centres)
  }
  return memberships
}

/**
 * Writes the memberships of one point (p), as `centreMemberships` defines them, to `row` (k) and returns the least squared distance. Distances use the columns where `mask` is 1,
 * all without it. Centres of clusters without samples, whose entry of `sizes` is 0, get 0. O(k·p).
 */
export function centreMembershipsInto(
  row: Float64Array,
  point: Float64Array,
  { columns, data }: Matrix,
  mask: Uint8Array | null = null,
  sizes: Float64Array | null = null,
): number {
  for (let c = 0; c < row.length; c++) {
    let square = 0
    for (let j = 0, p = c * columns; j < columns; j++, p++) {
      if (mask && mask[j] === 0) continue
      const difference = point[j] - data[p]
      square += difference * difference
    }
    row[c] = sizes && sizes[c] === 0 ? Infinity : square
  }
  const on = row.indexOf(0)
  if (on >= 0) {
    row.fill(0)
    row[on] = 1
    return 0
  }
  // Shares of the least distance: their sum cannot overflow.
  let least = Infinity
  for (let c = 0; c < row.length; c++) least = Math.min(least, row[c])
  let sum = 0
  for (let c = 0; c < row.length; c++) sum += row[c] = row[c] === least ? 1 : least / row[c]
  for (let c = 0; c < row.length; c++) row[c] /= sum
  return least
}
