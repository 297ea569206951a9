import type { Kernels } from '../kernels/kernels.ts'
import { workRanges } from '../kernels/work-ranges.ts'
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

/** How columns are standardised (length d each): (share between low and high, or its root, − mean) · scale. */
export interface ColumnStatistics {
  low: Float64Array
  high: Float64Array
  /** 1 where the root of the share is taken: it is less skewed there. */
  roots: Uint8Array
  mean: Float64Array
  /** 1 / deviation, times the spread of the column among columns in common units; 0 for a constant column. */
  scale: Float64Array
}

/** A standardised view: the rows less `shift`, and how it was made. */
export interface StandardisedShares {
  /** n × columns, held as the view is; own rows over ranks. */
  rows: Rows
  /** What all rows have in common to be taken off, so that they stay sparse; null: nothing. */
  shift: Float64Array | null
  /** Column of the view that each column of the rows comes from. */
  columns: ArrayLike<number>
  statistics: ColumnStatistics
}

/** Ranges of columns lie within this factor (90th percentile by 10th) where the columns have common units, such as pixels and histograms. */
const COMMON = 10
/** Up to so many columns units are never common. */
const FEW_COLUMNS = 3

/** Sums over the shares r of a column: Σr, Σr², Σr³, Σ√r, Σr√r. */
const MOMENTS = 5

/**
 * The share x has of the range of its column, or the root of the share where that is less skewed, each column standardised (mean 0, deviation 1); columns that are constant but for rounding are left out, null where all are.
 * Columns in common units then keep their spread: each is multiplied by its deviation in its own units over the root mean square of all. A sparse view stays sparse: what an entry that is not stored becomes is taken out as a
 * common shift of the column. Ranks give their own rows, and the columns of all rows are standardised. Two readings; what is read in blocks is then made anew whenever the rows are read. O(entries).
 */
export function* standardisedShares(
  kernels: Kernels,
  view: Rows,
  communicator: Communicator = oneProcess,
): Generator<Progress, StandardisedShares | null> {
  const count = Float64Array.of(view.rows)
  communicator.allReduceSum(count)
  return yield* hasSparseRows(view)
    ? fromSparse(view, count[0], communicator)
    : fromDense(kernels, view, count[0], communicator)
}

/** How far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
export function shareOfRange(value: number, low: number, high: number): number {
  return (value / 2 - low / 2) / (high / 2 - low / 2)
}

function* fromDense(
  kernels: Kernels,
  view: Rows,
  total: number,
  communicator: Communicator,
): Generator<Progress, StandardisedShares | null> {
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
  const plain = mapRows(view, { columns: width, sparse: false }, (block, _, room) =>
    sharesOf(kernels, block as Matrix, varying, { low, high, roots: new Uint8Array(columns) }, room),
  )
  const moments = new Float64Array(MOMENTS * width)
  yield* sumRows(communicator, plain, moments, (block) => addMoments(kernels, block as Matrix, moments))
  const statistics = statisticsOf(low, high, varying, moments, total)
  const shares = mapRows(view, { columns: width, sparse: false }, (block, _, room) =>
    sharesOf(kernels, block as Matrix, varying, statistics, room),
  )
  const rows = changeRows(shares, (block) => standardiseInto(kernels, block as Matrix, varying, statistics))
  return { rows, shift: null, columns: varying, statistics }
}

/** What is done to the `varying` columns of a view, by the moments of their shares (five numbers per column). */
function statisticsOf(
  low: Float64Array,
  high: Float64Array,
  varying: Uint32Array,
  moments: Float64Array,
  total: number,
): ColumnStatistics {
  const statistics = {
    low,
    high,
    roots: new Uint8Array(low.length),
    mean: new Float64Array(low.length),
    scale: new Float64Array(low.length),
  }
  const spreads = new Float64Array(varying.length)
  varying.forEach((j, c) => {
    const [first, second, third, root, rootThird] = Array.from(
      moments.subarray(MOMENTS * c, MOMENTS * (c + 1)),
      (sum) => sum / total,
    )
    const plain = { mean: first, square: second - first * first, skew: skewness(first, second, third) }
    const rooted = { mean: root, square: first - root * root, skew: skewness(root, first, rootThird) }
    const isRooted = Math.abs(rooted.skew) < Math.abs(plain.skew)
    const { mean, square } = isRooted ? rooted : plain
    statistics.roots[j] = Number(isRooted)
    statistics.mean[j] = mean
    statistics.scale[j] = 1 / Math.sqrt(square)
    spreads[c] = (high[j] / 2 - low[j] / 2) * Math.sqrt(plain.square)
  })
  if (!haveCommonUnits(Float64Array.from(varying, (j) => high[j] / 2 - low[j] / 2))) return statistics
  const size = Math.sqrt(spreads.reduce((sum, spread) => sum + spread * spread, 0) / spreads.length)
  varying.forEach((j, c) => {
    statistics.scale[j] *= spreads[c] / size
  })
  return statistics
}

/** Of a distribution, by its first three moments about zero. */
function skewness(first: number, second: number, third: number): number {
  const square = second - first * first
  return (third - 3 * first * second + 2 * first * first * first) / (square * Math.sqrt(square))
}

function haveCommonUnits(ranges: Float64Array): boolean {
  if (ranges.length <= FEW_COLUMNS) return false
  const sorted = ranges.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.9) <= COMMON * at(0.1)
}

/** Adds the moments of the shares of some rows to those of the rows before, columns on all threads. */
function addMoments(kernels: Kernels, block: Matrix, moments: Float64Array): void {
  const mark = kernels.mark()
  const sums = kernels.copyIn(moments)
  inPieces(kernels, block, block, (rows, _, parts) => {
    const height = parts.at(-1)![1]
    kernels.share(
      'addMoments',
      workRanges(block.columns, 1, 20 * height).map((range) => [
        rows.pointer,
        height,
        block.columns,
        sums.pointer,
        ...range,
      ]),
    )
  })
  moments.set(sums.f64.subarray(0, moments.length))
  kernels.release(mark)
}

/** The shares of the varying columns, or their roots, on all threads; in `room` where there is some. */
function sharesOf(
  kernels: Kernels,
  block: Matrix,
  varying: Uint32Array,
  { low, high, roots }: Pick<ColumnStatistics, 'low' | 'high' | 'roots'>,
  room?: Float64Array,
): Matrix {
  const halves = Float64Array.from(varying, (j) => low[j] / 2)
  const ranges = Float64Array.from(varying, (j, c) => high[j] / 2 - halves[c])
  const result = matrix(block.rows, varying.length, room)
  const mark = kernels.mark()
  const places = kernels.copyWhole(varying).pointer
  const [half, range] = [halves, ranges].map((values) => kernels.copyIn(values).pointer)
  const marks = kernels.copyWhole(Uint32Array.from(varying, (j) => roots[j])).pointer
  inPieces(kernels, block, result, (rows, made, parts) =>
    kernels.share(
      'sharesOfRanges',
      parts.map((part) => [
        rows.pointer,
        block.columns,
        places,
        varying.length,
        half,
        range,
        marks,
        made.pointer,
        ...part,
      ]),
    ),
  )
  kernels.release(mark)
  return result
}

/** Every column less its mean, times its scale, in place and on all threads. */
function standardiseInto(
  kernels: Kernels,
  block: Matrix,
  varying: Uint32Array,
  { mean, scale }: ColumnStatistics,
): void {
  const mark = kernels.mark()
  const [means, scales] = [mean, scale].map((values) => kernels.copyIn(Float64Array.from(varying, (j) => values[j])))
  inPieces(kernels, block, block, (rows, made, parts) =>
    kernels.share(
      'standardiseRows',
      parts.map((part) => [rows.pointer, block.columns, means.pointer, scales.pointer, made.pointer, ...part]),
    ),
  )
  kernels.release(mark)
}

function* fromSparse(
  view: Rows,
  total: number,
  communicator: Communicator,
): Generator<Progress, StandardisedShares | null> {
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
  const varying = Uint32Array.from(low.keys()).filter((j) => !isRounding(low[j], high[j]))
  if (varying.length === 0) return null
  const place = new Int32Array(columns).fill(-1)
  varying.forEach((j, c) => {
    place[j] = c
  })
  const moments = new Float64Array(MOMENTS * varying.length)
  const add = (share: number, c: number, times: number) => {
    const root = Math.sqrt(share)
    const powers = [share, share * share, share * share * share, root, share * root]
    for (let m = 0; m < MOMENTS; m++) moments[MOMENTS * c + m] += times * powers[m]
  }
  yield* sumRows(communicator, view, moments, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) {
      const j = indices[p]
      if (place[j] >= 0) add(shareOfRange(values[p], low[j], high[j]), place[j], 1)
    }
  })
  varying.forEach((j, c) => {
    if (stored[j] < total) add(shareOfRange(0, low[j], high[j]), c, total - stored[j])
  })
  const statistics = statisticsOf(low, high, varying, moments, total)
  const { roots, mean, scale } = statistics
  const value = (x: number, j: number) => {
    const share = place[j] < 0 ? 0 : shareOfRange(x, low[j], high[j])
    return roots[j] === 1 ? Math.sqrt(share) : share
  }
  const base = Float64Array.from(low, (_, j) => (stored[j] < total ? value(0, j) : 0))
  const rows = mapRows(view, { columns, sparse: true }, (block) => {
    const { values, indices, ...shape } = block as SparseMatrix
    return {
      ...shape,
      indices,
      values: values.map((x, p) => (value(x, indices[p]) - base[indices[p]]) * scale[indices[p]]),
    }
  })
  const shift = mean.map((middle, j) => (middle - base[j]) * scale[j])
  return { rows, shift, columns: Uint32Array.from(low.keys()), statistics }
}
