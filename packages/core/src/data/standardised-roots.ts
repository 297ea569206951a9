import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { operatorOverRanks } from '../linalg/operator-over-ranks.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { largestOverRanks, leastOverRanks } from '../ranks/least-over-ranks.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { sumInTurn } from '../ranks/sum-in-turn.ts'

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
  /** n × columns; own rows over ranks. */
  x: Operator
  /** Column of the view that each column of x comes from. */
  columns: ArrayLike<number>
  statistics: RootStatistics
}

/**
 * √(x − column minimum), each column standardised (mean 0, deviation 1), constant columns left out; null where all columns are constant.
 * A sparse view stays sparse: what a missing entry becomes is taken out as a common shift of the column. Ranks give their own rows, and the columns of all rows are
 * standardised. O(entries).
 */
export function standardisedRoots(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  communicator: Communicator = oneProcess,
): StandardisedRoots | null {
  const count = Float64Array.of(view.rows)
  communicator.allReduceSum(count)
  return isSparse(view)
    ? fromSparse(kernels, view, count[0], communicator)
    : fromDense(kernels, view, count[0], communicator)
}

function fromDense(
  kernels: Kernels,
  { rows, columns, data }: Matrix,
  total: number,
  communicator: Communicator,
): StandardisedRoots | null {
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      low[j] = Math.min(low[j], data[i * columns + j])
      high[j] = Math.max(high[j], data[i * columns + j])
    }
  leastOverRanks(communicator, low)
  largestOverRanks(communicator, high)
  const varying = [...low.keys()].filter((j) => low[j] < high[j])
  if (varying.length === 0) return null
  const x = matrix(rows, varying.length)
  const [mean, scale] = [new Float64Array(columns), new Float64Array(columns)]
  const sums = new Float64Array(x.columns)
  const squares = new Float64Array(x.columns)
  for (let i = 0, p = 0; i < rows; i++)
    for (const j of varying) x.data[p++] = rootOfShare(data[i * columns + j], low[j], high[j])
  sumInTurn(communicator, [sums], () => {
    for (let i = 0, p = 0; i < rows; i++) for (let c = 0; c < x.columns; c++) sums[c] += x.data[p++]
  })
  const means = sums.map((sum) => sum / total)
  for (let i = 0, p = 0; i < rows; i++) for (let c = 0; c < x.columns; c++) x.data[p++] -= means[c]
  sumInTurn(communicator, [squares], () => {
    for (let i = 0, p = 0; i < rows; i++) for (let c = 0; c < x.columns; c++, p++) squares[c] += x.data[p] * x.data[p]
  })
  const deviations = squares.map((square) => Math.sqrt(square / total))
  for (let i = 0, p = 0; i < rows; i++) for (let c = 0; c < x.columns; c++) x.data[p++] /= deviations[c]
  varying.forEach((j, c) => {
    mean[j] = means[c]
    scale[j] = 1 / deviations[c]
  })
  const resident = operatorOverRanks(communicator, new ResidentMatrix(kernels, x))
  return { x: resident, columns: varying, statistics: { low, high, mean, scale } }
}

/** √ of how far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
export function rootOfShare(value: number, low: number, high: number): number {
  return Math.sqrt((value / 2 - low / 2) / (high / 2 - low / 2))
}

function fromSparse(
  kernels: Kernels,
  view: SparseMatrix,
  total: number,
  communicator: Communicator,
): StandardisedRoots | null {
  const { rows, columns, indices, pointers } = view
  const stored = new Float64Array(columns)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  view.values.forEach((value, p) => {
    stored[indices[p]]++
    low[indices[p]] = Math.min(low[indices[p]], value)
    high[indices[p]] = Math.max(high[indices[p]], value)
  })
  communicator.allReduceSum(stored)
  leastOverRanks(communicator, low)
  largestOverRanks(communicator, high)
  for (let j = 0; j < columns; j++)
    if (stored[j] < total) {
      low[j] = Math.min(low[j], 0)
      high[j] = Math.max(high[j], 0)
    }
  const root = (value: number, j: number) => (low[j] < high[j] ? rootOfShare(value, low[j], high[j]) : 0)
  const base = Float64Array.from(low, (_, j) => (stored[j] < total ? root(0, j) : 0))
  const values = view.values.map((value, p) => root(value, indices[p]) - base[indices[p]])
  const mean = new Float64Array(columns)
  sumInTurn(communicator, [mean], () => {
    values.forEach((value, p) => {
      mean[indices[p]] += value / total
    })
  })
  const square = mean.map((value, j) => (total - stored[j]) * value * value)
  sumInTurn(communicator, [square], () => {
    values.forEach((value, p) => {
      square[indices[p]] += (value - mean[indices[p]]) * (value - mean[indices[p]])
    })
  })
  const scale = square.map((value, j) => (low[j] < high[j] ? 1 / Math.sqrt(value / total) : 0))
  if (scale.every((value) => value === 0)) return null
  const scaled = { rows, columns, indices, pointers, values: values.map((value, p) => value * scale[indices[p]]) }
  const x = shiftedOperator(
    operatorOverRanks(communicator, new ResidentMatrix(kernels, scaled)),
    mean.map((value, j) => value * scale[j]),
    new Float64Array(rows).fill(1),
    communicator,
  )
  const statistics = { low, high, mean: mean.map((value, j) => value + base[j]), scale }
  return { x, columns: Uint32Array.from(low.keys()), statistics }
}
