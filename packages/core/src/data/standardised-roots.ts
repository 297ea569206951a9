import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'

/** What was done to the columns (length d each), so that it can be done to other rows: (√share between low and high − mean) · scale. */
export interface RootStatistics {
  low: Float64Array
  high: Float64Array
  mean: Float64Array
  /** 1 / deviation; 0 for a constant column. */
  scale: Float64Array
}

/** A standardised view, known by its products, and how it was made. */
export interface StandardisedRoots {
  /** n × columns. */
  x: Operator
  /** Column of the view that each column of x comes from. */
  columns: ArrayLike<number>
  statistics: RootStatistics
}

/**
 * √(x − column minimum), each column standardised (mean 0, deviation 1), constant columns left out; null where all columns are constant.
 * A sparse view stays sparse: what a missing entry becomes is taken out as a common shift of the column. O(entries).
 */
export function standardisedRoots(kernels: Kernels, view: Matrix | SparseMatrix): StandardisedRoots | null {
  return isSparse(view) ? fromSparse(kernels, view) : fromDense(kernels, view)
}

function fromDense(kernels: Kernels, { rows, columns, data }: Matrix): StandardisedRoots | null {
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
  const mean = new Float64Array(columns)
  const scale = new Float64Array(columns)
  varying.forEach((j, column) => {
    let sum = 0
    for (let i = 0; i < rows; i++) {
      const root = rootOfShare(data[i * columns + j], low[j], high[j])
      x.data[i * x.columns + column] = root
      sum += root
    }
    mean[j] = sum / rows
    scale[j] = 1 / standardise(x, column, mean[j])
  })
  return { x: new ResidentMatrix(kernels, x), columns: varying, statistics: { low, high, mean, scale } }
}

/** √ of how far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
export function rootOfShare(value: number, low: number, high: number): number {
  return Math.sqrt((value / 2 - low / 2) / (high / 2 - low / 2))
}

/** Centres and scales a column in place; gives its deviation. */
function standardise(x: Matrix, column: number, mean: number): number {
  let square = 0
  for (let i = 0; i < x.rows; i++) square += (x.data[i * x.columns + column] -= mean) * x.data[i * x.columns + column]
  const deviation = Math.sqrt(square / x.rows)
  for (let i = 0; i < x.rows; i++) x.data[i * x.columns + column] /= deviation
  return deviation
}

function fromSparse(kernels: Kernels, view: SparseMatrix): StandardisedRoots | null {
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
  const x = shiftedOperator(
    new ResidentMatrix(kernels, scaled),
    mean.map((value, j) => value * scale[j]),
    new Float64Array(rows).fill(1),
  )
  const statistics = { low, high, mean: mean.map((value, j) => value + base[j]), scale }
  return { x, columns: Uint32Array.from(low.keys()), statistics }
}
