import type { Matrix } from '@manyview/core'

/**
 * Shrinks, in place, every column e of a matrix by the exclusive lasso: min over o of weight·(Σ|o|)² + ‖o − e‖². All entries of a column fall by one amount,
 * weight·(sum of those that stay)/(1 + weight·(their number)), and stop at 0. O(entries) a round, most often two or three rounds.
 */
export function exclusiveLassoInto({ rows, columns, data }: Matrix, weight: number): void {
  const column = new Float64Array(rows)
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) column[i] = data[i * columns + j]
    const fall = commonFall(column, weight)
    for (let i = 0; i < rows; i++) {
      const size = Math.abs(column[i]) - fall
      data[i * columns + j] = size > 0 ? (column[i] < 0 ? -size : size) : 0
    }
  }
}

/** Drops the entries below the amount that those left ask for; it only grows, so nothing dropped has to come back. */
function commonFall(column: Float64Array, weight: number): number {
  let fall = 0
  for (let round = 0; round <= column.length; round++) {
    let sum = 0
    let left = 0
    for (let i = 0; i < column.length; i++) {
      const size = Math.abs(column[i])
      if (size < fall) continue
      sum += size
      left++
    }
    const next = (weight * sum) / (1 + weight * left)
    if (!(next > fall)) break
    fall = next
  }
  return fall
}
