import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'

/**
 * √(x − column minimum), each column standardised (mean 0, deviation 1), constant columns left out; null where all columns are constant.
 * A sparse view stays sparse: what a missing entry becomes is taken out as a common shift of the column. O(entries).
 */
export function standardisedRoots(kernels: Kernels, view: Matrix | SparseMatrix): Operator | null {
  return isSparse(view) ? fromSparse(kernels, view) : fromDense(kernels, view)
}

function fromDense(kernels: Kernels, { rows, columns, data }: Matrix): Operator | null {
  const low = data.slice(0, columns)
  const high = data.slice(0, columns)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      low[j] = Math.min(low[j], data[i * columns + j])
      high[j] = Math.max(high[j], data[i * columns + j])
    }
  const varying = [...low.keys()].filter((j) => low[j] < high[j])
  if (varying.length === 0) return null
  const x = matrix(rows, varying.length)
  varying.forEach((j, column) => {
    let sum = 0
    for (let i = 0; i < rows; i++) {
      const root = rootOfShare(data[i * columns + j], low[j], high[j])
      x.data[i * x.columns + column] = root
      sum += root
    }
    standardise(x, column, sum / rows)
  })
  return new ResidentMatrix(kernels, x)
}

/** √ of how far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
function rootOfShare(value: number, low: number, high: number): number {
  return Math.sqrt((value / 2 - low / 2) / (high / 2 - low / 2))
}

function standardise(x: Matrix, column: number, mean: number): void {
  let square = 0
  for (let i = 0; i < x.rows; i++) square += (x.data[i * x.columns + column] -= mean) * x.data[i * x.columns + column]
  const deviation = Math.sqrt(square / x.rows)
  for (let i = 0; i < x.rows; i++) x.data[i * x.columns + column] /= deviation
}

function fromSparse(kernels: Kernels, view: SparseMatrix): Operator | null {
  const { rows, columns, indices, pointers } = view
  const stored = new Float64Array(columns)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  view.values.forEach((value, p) => {
    stored[indices[p]]++
    low[indices[p]] = Math.min(low[indices[p]], value)
    high[indices[p]] = Math.max(high[indices[p]], value)
  })
  for (let j = 0; j < columns; j++)
    if (stored[j] < rows) {
      low[j] = Math.min(low[j], 0)
      high[j] = Math.max(high[j], 0)
    }
  const root = (value: number, j: number) => (low[j] < high[j] ? rootOfShare(value, low[j], high[j]) : 0)
  const base = Float64Array.from(low, (_, j) => (stored[j] < rows ? root(0, j) : 0))
  const values = view.values.map((value, p) => root(value, indices[p]) - base[indices[p]])
  const mean = new Float64Array(columns)
  values.forEach((value, p) => {
    mean[indices[p]] += value / rows
  })
  const square = mean.map((value, j) => (rows - stored[j]) * value * value)
  values.forEach((value, p) => {
    square[indices[p]] += (value - mean[indices[p]]) * (value - mean[indices[p]])
  })
  const scale = square.map((value, j) => (low[j] < high[j] ? 1 / Math.sqrt(value / rows) : 0))
  if (scale.every((value) => value === 0)) return null
  const scaled = { rows, columns, indices, pointers, values: values.map((value, p) => value * scale[indices[p]]) }
  return shiftedOperator(
    new ResidentMatrix(kernels, scaled),
    mean.map((value, j) => value * scale[j]),
    new Float64Array(rows).fill(1),
  )
}
