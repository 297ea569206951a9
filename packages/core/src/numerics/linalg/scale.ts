import { type Matrix, matrix } from './matrix.ts'
import { isSparse, type SparseMatrix, toDense } from './sparse-matrix.ts'

/** Sizes between which numbers can be squared and added up: nothing overflows or vanishes. */
const [SMALL, LARGE] = [1e-90, 1e120]

/** Divides each row by its length; lengths under 1e-12 count as 1e-12. Sparse stays sparse. O(entries). */
export function unitRows(a: Matrix): Matrix
export function unitRows(a: SparseMatrix): SparseMatrix
export function unitRows(a: Matrix | SparseMatrix): Matrix | SparseMatrix
export function unitRows(a: Matrix | SparseMatrix): Matrix | SparseMatrix {
  const result = isSparse(a) ? { ...a, values: a.values.slice() } : { ...a, data: a.data.slice() }
  const entries = isSparse(result) ? result.values : result.data
  unitRowsInto(result, entries)
  return result
}

/** Writes the entries of each row, divided by its length, to `to` and returns the sum of their squares; lengths under 1e-12 count as 1e-12. O(entries). */
export function unitRowsInto(a: Matrix | SparseMatrix, to: Float64Array | Float32Array): number {
  const entries = isSparse(a) ? a.values : a.data
  let total = 0
  for (let i = 0; i < a.rows; i++) {
    const begin = isSparse(a) ? a.pointers[i] : i * a.columns
    const end = isSparse(a) ? a.pointers[i + 1] : begin + a.columns
    let square = squareOf(entries, begin, end)
    const scale = square === Infinity ? unitScale(entries.subarray(begin, end)) : 1
    if (scale !== 1)
      square = squareOf(
        entries.subarray(begin, end).map((value) => value * scale),
        0,
        end - begin,
      )
    const length = Math.max(Math.sqrt(square), 1e-12)
    // In single precision a product is as good as a quotient, and takes half the time.
    if (to instanceof Float32Array) for (let p = begin; p < end; p++) to[p] = entries[p] * (scale / length)
    else for (let p = begin; p < end; p++) to[p] = (entries[p] * scale) / length
    total += square / (length * length)
  }
  return total
}

/** Multiplies the values by a power of two where they are so large or so small that their squares are lost; returns others as they are. Distances keep their proportions. O(entries). */
export function withinRange(a: Matrix): Matrix
export function withinRange(a: Matrix | SparseMatrix): Matrix | SparseMatrix
export function withinRange(a: Matrix | SparseMatrix): Matrix | SparseMatrix {
  const values = isSparse(a) ? a.values : a.data
  const scale = safeScale(largestSize(values))
  if (scale === 1) return a
  const scaled = values.map((value) => value * scale)
  return isSparse(a) ? { ...a, values: scaled } : { ...a, data: scaled }
}

/** Finds the power of two that brings numbers up to `largest` where they can be squared and added up; 1 where they can be anyway. */
function safeScale(largest: number): number {
  return largest === 0 || (largest > SMALL && largest < LARGE) ? 1 : unitScale(Float64Array.of(largest))
}

function squareOf(entries: Float64Array, begin: number, end: number): number {
  let square = 0
  for (let p = begin; p < end; p++) square += entries[p] * entries[p]
  return square
}

/**
 * Standardises each feature: subtracts its mean and divides by its standard deviation (n − 1); a constant feature becomes 0.
 * The extremes decide whether it is constant, since the rounded mean of equal numbers can differ from them. The result is dense (n×d). O(n·d).
 */
export function zScoreColumns(a: Matrix | SparseMatrix): Matrix {
  const dense = isSparse(a) ? toDense(a) : a
  const { rows, columns, data } = dense
  const result = matrix(rows, columns)
  for (let j = 0; j < columns; j++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < rows; i++) {
      const value = data[i * columns + j]
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    if (low === high) continue
    const scale = safeScale(Math.max(-low, high))
    let sum = 0
    for (let i = 0; i < rows; i++) sum += data[i * columns + j] * scale
    const mean = sum / rows
    let square = 0
    for (let i = 0; i < rows; i++) {
      const centred = data[i * columns + j] * scale - mean
      result.data[i * columns + j] = centred
      square += centred * centred
    }
    const deviation = Math.sqrt(square / (rows - 1))
    for (let i = 0; i < rows; i++) result.data[i * columns + j] /= deviation
  }
  return result
}

/** Puts matrices side by side: n × Σ columns. O(entries). */
export function concatenateColumns(parts: readonly Matrix[]): Matrix {
  const columns = parts.reduce((sum, part) => sum + part.columns, 0)
  const result = matrix(parts[0].rows, columns)
  let offset = 0
  const to = result.data
  for (const { rows, columns: width, data } of parts) {
    for (let i = 0, p = 0; i < rows; i++)
      for (let q = i * columns + offset, end = q + width; q < end; ) to[q++] = data[p++]
    offset += width
  }
  return result
}

/** 2^1023, the largest power of two among the doubles. */
const LARGEST_POWER = 8.98846567431158e307

/**
 * Finds the power of two that brings the largest magnitude of `values` into [1, 2), as near as doubles allow; 1 for zeros, NaN when an entry is not finite.
 * Multiplying by it is exact, so decompositions scale by it against overflow and underflow. O(values).
 */
export function unitScale(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i])
    if (!(size <= Number.MAX_VALUE)) return Number.NaN
    if (size > largest) largest = size
  }
  if (largest === 0) return 1
  let scale = 1
  while (largest * scale >= 2) scale /= 2
  // 2^1023 is the largest power of two: the smallest denormals stay below 1, which does no harm.
  while (largest * scale < 1 && scale < LARGEST_POWER) scale *= 2
  return scale
}

/** Returns the largest absolute value; 0 of nothing. */
export function largestSize(values: Float64Array): number {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]))
  return most
}
