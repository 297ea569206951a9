import type { Matrix, SparseMatrix } from '@manyview/core'
import { isSparse, matrix, toDense } from '@manyview/core/numerics'

/**
 * Each SAMPLE less the mean of its own features, divided by their standard deviation (d − 1); a sample whose features are all equal becomes 0.
 * The scaling of FSMSC. Dense. O(n·d).
 */
export function standardiseRows(a: Matrix | SparseMatrix): Matrix {
  const { rows, columns, data } = isSparse(a) ? toDense(a) : a
  const result = matrix(rows, columns)
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * columns, (i + 1) * columns)
    const scaled = result.data.subarray(i * columns, (i + 1) * columns)
    let sum = 0
    let constant = true
    for (let j = 0; j < columns; j++) {
      sum += row[j]
      if (row[j] !== row[0]) constant = false
    }
    if (constant) continue
    const mean = sum / columns
    let square = 0
    for (let j = 0; j < columns; j++) {
      scaled[j] = row[j] - mean
      square += scaled[j] * scaled[j]
    }
    const deviation = Math.sqrt(square / (columns - 1))
    for (let j = 0; j < columns; j++) scaled[j] /= deviation
  }
  return result
}

/** Each feature mapped onto [0, 1]; a constant feature becomes 1. The scaling of UDBGL. Dense. O(n·d). */
export function minMaxColumns(a: Matrix | SparseMatrix): Matrix {
  const { rows, columns, data } = isSparse(a) ? toDense(a) : a
  const result = matrix(rows, columns)
  for (let j = 0; j < columns; j++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < rows; i++) {
      low = Math.min(low, data[i * columns + j])
      high = Math.max(high, data[i * columns + j])
    }
    const range = high - low
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = range > 0 ? (data[i * columns + j] - low) / range : 1
  }
  return result
}

/**
 * The whole view divided by its largest entry, as TBGL does; by its largest absolute value where no entry is positive, and unchanged where all are 0.
 * Dense. O(n·d).
 */
export function divideByLargest(a: Matrix | SparseMatrix): Matrix {
  const { rows, columns, data } = isSparse(a) ? toDense(a) : a
  let largest = 0
  let largestSize = 0
  for (let i = 0; i < data.length; i++) {
    largest = Math.max(largest, data[i])
    largestSize = Math.max(largestSize, Math.abs(data[i]))
  }
  const divisor = largest || largestSize || 1
  return matrix(
    rows,
    columns,
    data.map((value) => value / divisor),
  )
}
