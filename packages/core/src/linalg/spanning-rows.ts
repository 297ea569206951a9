import { type Matrix, squaredLengths, squaredNorm } from './matrix.ts'

/**
 * The `count` rows of a matrix (n×p, count ≤ p) that span it best, in the order found: each is the longest of what the ones before leave of the rows, ties to the lowest (pivoted Gram–Schmidt).
 * What is left is known by its length; only that of the chosen row is made. O(n·p·count).
 */
export function spanningRows(a: Matrix, count: number): Uint32Array {
  const { rows, columns, data } = a
  const squares = squaredLengths(a)
  const directions: Float64Array[] = []
  return Uint32Array.from({ length: Math.min(count, rows) }, () => {
    let longest = 0
    for (let i = 1; i < rows; i++) if (squares[i] > squares[longest]) longest = i
    const direction = data.slice(longest * columns, (longest + 1) * columns)
    for (const other of directions) {
      const along = dot(direction, 0, other)
      for (let j = 0; j < columns; j++) direction[j] -= along * other[j]
    }
    const length = Math.sqrt(squaredNorm(direction)) || 1
    for (let j = 0; j < columns; j++) direction[j] /= length
    directions.push(direction)
    for (let i = 0; i < rows; i++) {
      const along = dot(data, i * columns, direction)
      squares[i] = Math.max(squares[i] - along * along, 0)
    }
    // What rounding leaves of a row is not taken again.
    squares[longest] = 0
    return longest
  })
}

/** The inner product of the row that begins at `from` with a direction; four sums do not wait for each other. */
function dot(rows: Float64Array, from: number, direction: Float64Array): number {
  const end = direction.length - (direction.length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let j = 0; j < end; j += 4) {
    a += rows[from + j] * direction[j]
    b += rows[from + j + 1] * direction[j + 1]
    c += rows[from + j + 2] * direction[j + 2]
    d += rows[from + j + 3] * direction[j + 3]
  }
  for (let j = end; j < direction.length; j++) a += rows[from + j] * direction[j]
  return a + b + (c + d)
}
