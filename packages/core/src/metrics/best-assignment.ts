/**
 * Assigns rows to different columns with the largest total weight (rows×columns, row by row), by shortest augmenting paths
 * (the Hungarian method with potentials). Rows beyond the number of columns stay −1. O(min² · max).
 */
export function bestAssignment(weights: Float64Array, rows: number, columns: number): Int32Array {
  if (rows > columns) {
    const transposed = new Float64Array(weights.length)
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) transposed[j * rows + i] = weights[i * columns + j]
    const result = new Int32Array(rows).fill(-1)
    bestAssignment(transposed, columns, rows).forEach((row, column) => {
      result[row] = column
    })
    return result
  }
  // Row and column numbers count from 1 here; 0 is the row that still waits and the column it starts from.
  const rowPotential = new Float64Array(rows + 1)
  const columnPotential = new Float64Array(columns + 1)
  const rowOf = new Int32Array(columns + 1)
  const previous = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row
    let column = 0
    const slack = new Float64Array(columns + 1).fill(Infinity)
    const visited = new Uint8Array(columns + 1)
    while (rowOf[column] !== 0) {
      visited[column] = 1
      const current = rowOf[column]
      let delta = Infinity
      let next = 0
      for (let j = 1; j <= columns; j++) {
        if (visited[j]) continue
        const reduced = -weights[(current - 1) * columns + j - 1] - rowPotential[current] - columnPotential[j]
        if (reduced < slack[j]) {
          slack[j] = reduced
          previous[j] = column
        }
        if (slack[j] < delta) {
          delta = slack[j]
          next = j
        }
      }
      for (let j = 0; j <= columns; j++) {
        if (visited[j]) {
          rowPotential[rowOf[j]] += delta
          columnPotential[j] -= delta
        } else slack[j] -= delta
      }
      column = next
    }
    while (column !== 0) {
      rowOf[column] = rowOf[previous[column]]
      column = previous[column]
    }
  }
  const result = new Int32Array(rows).fill(-1)
  for (let j = 1; j <= columns; j++) if (rowOf[j] > 0) result[rowOf[j] - 1] = j - 1
  return result
}
