import type { Matrix } from '../linalg/matrix.ts'

/**
 * Writes how far a point belongs to each centre into `row`: 1/d² divided by the sum over the centres, as in fuzzy k-means with exponent 2. Distances
 * use the columns where `known` is 1. Centres of clusters without samples get nothing; a point on a centre belongs to it alone. O(clusters · columns).
 */
export function centreMembershipsInto(
  row: Float64Array,
  point: Float64Array,
  known: Uint8Array | null,
  { columns, data }: Matrix,
  sizes: Float64Array,
): void {
  let nearest = Infinity
  for (let j = 0; j < row.length; j++) {
    let square = 0
    for (let c = 0; c < columns; c++) {
      if (known && known[c] === 0) continue
      const difference = point[c] - data[j * columns + c]
      square += difference * difference
    }
    row[j] = sizes[j] > 0 ? square : Infinity
    nearest = Math.min(nearest, row[j])
  }
  let sum = 0
  for (let j = 0; j < row.length; j++) {
    row[j] = row[j] === nearest ? 1 : nearest / row[j]
    sum += row[j]
  }
  for (let j = 0; j < row.length; j++) row[j] /= sum
}
