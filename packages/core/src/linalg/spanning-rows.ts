import type { Matrix } from './matrix.ts'

/** The `count` rows of a matrix (n×p, count ≤ p) that span it best, in the order found: each is the longest of what the ones before leave of the rows, ties to the lowest (pivoted Gram–Schmidt). O(n·p·count). */
export function spanningRows({ rows, columns, data }: Matrix, count: number): Uint32Array {
  const left = data.slice()
  const squares = new Float64Array(rows)
  const direction = new Float64Array(columns)
  subtractInto(left, squares, direction)
  return Uint32Array.from({ length: Math.min(count, rows) }, () => {
    let longest = 0
    for (let i = 1; i < rows; i++) if (squares[i] > squares[longest]) longest = i
    const length = Math.sqrt(squares[longest]) || 1
    for (let j = 0; j < columns; j++) direction[j] = left[longest * columns + j] / length
    subtractInto(left, squares, direction)
    // What rounding leaves of a row is not taken again.
    left.fill(0, longest * columns, (longest + 1) * columns)
    squares[longest] = 0
    return longest
  })
}

/** Takes the part along a direction out of every row, and notes what is left of its square. */
function subtractInto(left: Float64Array, squares: Float64Array, direction: Float64Array): void {
  const columns = direction.length
  for (let i = 0; i < squares.length; i++) {
    const row = i * columns
    let along = 0
    for (let j = 0; j < columns; j++) along += left[row + j] * direction[j]
    let square = 0
    for (let j = 0; j < columns; j++) {
      const value = left[row + j] - along * direction[j]
      left[row + j] = value
      square += value * value
    }
    squares[i] = square
  }
}
