import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { changeRows, hasSparseRows, mapRows, type Rows } from '../linalg/rows.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { largestOverRanks, leastOverRanks } from '../ranks/least-over-ranks.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { readRows, sumRows } from '../ranks/sum-rows.ts'
import { inPieces } from './in-pieces.ts'
import { isRounding } from './is-rounding.ts'

/** What was done to the columns (length d each), so that it can be done to other rows: (√share between low and high − mean) · scale. */
export interface RootStatistics {
  low: Float64Array
  high: Float64Array
  mean: Float64Array
  /** 1 / deviation; 0 for a constant column. */
  scale: Float64Array
}

/** A standardised view: the rows less `shift`, and how it was made. */
export interface StandardisedRoots {
  /** n × columns, held as the view is; own rows over ranks. */
  rows: Rows
  /** What all rows have in common to be taken off, so that they stay sparse; null: nothing. */
  shift: Float64Array | null
  /** Column of the view that each column of the rows comes from. */
  columns: ArrayLike<number>
  statistics: RootStatistics
}

/**
 * √(x − column minimum), each column standardised (mean 0, deviation 1), columns that are constant but for rounding left out; null where all are.
 * A sparse view stays sparse: what an entry that is not stored becomes is taken out as a common shift of the column. Ranks give their own rows, and the columns of all rows are
 * standardised. Three readings; what is read in blocks is then made anew whenever the rows are read. O(entries).
 */
export function* standardisedRoots(
  kernels: Kernels,
  view: Rows,
  communicator: Communicator = oneProcess,
): Generator<Progress, StandardisedRoots | null> {
  const count = Float64Array.of(view.rows)
  communicator.allReduceSum(count)
  return yield* hasSparseRows(view)
    ? fromSparse(view, count[0], communicator)
    : fromDense(kernels, view, count[0], communicator)
}

/** √ of how far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
export function rootOfShare(value: number, low: number, high: number): number {
  return Math.sqrt((value / 2 - low / 2) / (high / 2 - low / 2))
}

function* fromDense(
  kernels: Kernels,
  view: Rows,
  total: number,
  communicator: Communicator,
): Generator<Progress, StandardisedRoots | null> {
  const { columns } = view
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  yield* readRows(view, (block) => {
    const { rows, data } = block as Matrix
    for (let i = 0, p = 0; i < rows; i++)
      for (let j = 0; j < columns; j++, p++) {
        low[j] = Math.min(low[j], data[p])
        high[j] = Math.max(high[j], data[p])
      }
  })
  leastOverRanks(communicator, low)
  largestOverRanks(communicator, high)
  const varying = Uint32Array.from(low.keys()).filter((j) => !isRounding(low[j], high[j]))
  if (varying.length === 0) return null
  const width = varying.length
  const roots = mapRows(view, { columns: width, sparse: false }, (block, _, room) =>
    rootsOf(kernels, block as Matrix, varying, low, high, room),
  )
  const means = new Float64Array(width)
  yield* sumRows(communicator, roots, means, (block) => {
    const { rows, data } = block as Matrix
    for (let i = 0, p = 0; i < rows; i++) for (let c = 0; c < width; c++) means[c] += data[p++]
  })
  for (let c = 0; c < width; c++) means[c] /= total
  const squares = new Float64Array(width)
  yield* sumRows(communicator, roots, squares, (block) => {
    const { rows, data } = block as Matrix
    for (let i = 0, p = 0; i < rows; i++)
      for (let c = 0; c < width; c++) {
        const centred = data[p++] - means[c]
        squares[c] += centred * centred
      }
  })
  const deviations = squares.map((square) => Math.sqrt(square / total))
  const x = changeRows(roots, (block) => standardiseInto(kernels, block as Matrix, means, deviations))
  const [mean, scale] = [new Float64Array(columns), new Float64Array(columns)]
  varying.forEach((j, c) => {
    mean[j] = means[c]
    scale[j] = 1 / deviations[c]
  })
  return { rows: x, shift: null, columns: varying, statistics: { low, high, mean, scale } }
}

/** `rootOfShare` of the varying columns, with what is the same for all rows taken out, on all threads; in `room` where there is some. */
function rootsOf(
  kernels: Kernels,
  block: Matrix,
  varying: Uint32Array,
  low: Float64Array,
  high: Float64Array,
  room?: Float64Array,
): Matrix {
  const halves = Float64Array.from(varying, (j) => low[j] / 2)
  const ranges = Float64Array.from(varying, (j, c) => high[j] / 2 - halves[c])
  const result = matrix(block.rows, varying.length, room)
  const mark = kernels.mark()
  const places = kernels.copyWhole(varying)
  const shares = [varying.length, ...[halves, ranges].map((values) => kernels.copyIn(values).pointer)] as [
    number,
    number,
    number,
  ]
  inPieces(kernels, block, result, (rows, made, parts) =>
    kernels.share(
      'rootShares',
      parts.map((part) => [rows.pointer, block.columns, places.pointer, ...shares, made.pointer, ...part]),
    ),
  )
  kernels.release(mark)
  return result
}

/** Every column less its mean, by its deviation, in place and on all threads. */
function standardiseInto(kernels: Kernels, block: Matrix, means: Float64Array, deviations: Float64Array): void {
  const mark = kernels.mark()
  const [mean, deviation] = [means, deviations].map((values) => kernels.copyIn(values).pointer)
  inPieces(kernels, block, block, (rows, made, parts) =>
    kernels.share(
      'standardiseRows',
      parts.map((part) => [rows.pointer, block.columns, mean, deviation, made.pointer, ...part]),
    ),
  )
  kernels.release(mark)
}

function* fromSparse(
  view: Rows,
  total: number,
  communicator: Communicator,
): Generator<Progress, StandardisedRoots | null> {
  const { columns } = view
  const stored = new Float64Array(columns)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  yield* readRows(view, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) {
      const j = indices[p]
      stored[j]++
      low[j] = Math.min(low[j], values[p])
      high[j] = Math.max(high[j], values[p])
    }
  })
  communicator.allReduceSum(stored)
  leastOverRanks(communicator, low)
  largestOverRanks(communicator, high)
  for (let j = 0; j < columns; j++)
    if (stored[j] < total) {
      low[j] = Math.min(low[j], 0)
      high[j] = Math.max(high[j], 0)
    }
  const root = (value: number, j: number) => (isRounding(low[j], high[j]) ? 0 : rootOfShare(value, low[j], high[j]))
  const base = Float64Array.from(low, (_, j) => (stored[j] < total ? root(0, j) : 0))
  const roots = mapRows(view, { columns, sparse: true }, (block) => {
    const { values, indices, ...shape } = block as SparseMatrix
    return { ...shape, indices, values: values.map((value, p) => root(value, indices[p]) - base[indices[p]]) }
  })
  const mean = new Float64Array(columns)
  yield* sumRows(communicator, roots, mean, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) mean[indices[p]] += values[p] / total
  })
  const square = mean.map((value, j) => (total - stored[j]) * value * value)
  yield* sumRows(communicator, roots, square, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) {
      const centred = values[p] - mean[indices[p]]
      square[indices[p]] += centred * centred
    }
  })
  const scale = square.map((value, j) => (isRounding(low[j], high[j]) ? 0 : 1 / Math.sqrt(value / total)))
  if (scale.every((value) => value === 0)) return null
  const rows = changeRows(roots, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) values[p] *= scale[indices[p]]
  })
  const statistics = { low, high, mean: mean.map((value, j) => value + base[j]), scale }
  const shift = mean.map((value, j) => value * scale[j])
  return { rows, shift, columns: Uint32Array.from(low.keys()), statistics }
}
