import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { changeRows, hasSparseRows, mapRows, type Rows } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { ColumnStatistics } from '../runtime/device/device-views.ts'
import type { Block, KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks, leastOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'

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
/** Views of at most this many columns never count as having common units. */
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
  ranks: Ranks,
): Generator<Progress, StandardisedShares | null> {
  return yield* hasSparseRows(view) ? fromSparse(view, ranks) : fromDense(kernels, view, ranks)
}

/** How far `value` lies between low and high, 0 … 1; halves keep the widest finite range from overflowing. */
export function shareOfRange(value: number, low: number, high: number): number {
  return (value / 2 - low / 2) / (high / 2 - low / 2)
}

/** The statistics of the columns of a dense view (n×d), over the rows of all ranks in their order. Two readings. O(entries). */
export function* columnStatistics(kernels: Kernels, view: Rows, ranks: Ranks): Generator<Progress, ColumnStatistics> {
  const low = new Float64Array(view.columns).fill(Infinity)
  const high = new Float64Array(view.columns).fill(-Infinity)
  yield* readRows(view, (block) => foldColumns(kernels, block as Matrix, 'widenRanges', [low, high]))
  leastOverRanks(ranks, low)
  largestOverRanks(ranks, high)
  const moments = new Float64Array(MOMENTS * view.columns)
  yield* sumRows(ranks, view, moments, (block) =>
    foldColumns(kernels, block as Matrix, 'addMoments', [low, high, moments]),
  )
  return statisticsOf(low, high, moments, rowRange(ranks, view.rows).total)
}

/** Lets a kernel go on with some numbers per column over the rows of a block, columns on all threads. */
function foldColumns(
  kernels: Kernels,
  block: Matrix,
  name: 'widenRanges' | 'addMoments',
  sums: readonly Float64Array[],
): void {
  const mark = kernels.mark()
  const copies = sums.map((values) => kernels.copyIn(values))
  const pointers = copies.map(({ pointer }) => pointer)
  inPieces(kernels, block, matrix(block.rows, 0), (rows, _, parts) => {
    const height = parts.at(-1)![1]
    const ranges = workRanges(block.columns, 1, 20 * height)
    const calls = ranges.map((range) => [rows.pointer, height, block.columns, ...pointers, ...range])
    kernels.share(name, calls as KernelCall<typeof name>[])
  })
  sums.forEach((values, s) => {
    values.set(copies[s].f64)
  })
  kernels.release(mark)
}

function* fromDense(kernels: Kernels, view: Rows, ranks: Ranks): Generator<Progress, StandardisedShares | null> {
  const statistics = yield* columnStatistics(kernels, view, ranks)
  const columns = varyingColumns(statistics)
  if (columns.length === 0) return null
  const shares = mapRows(view, { columns: columns.length, sparse: false }, (block, _, room) =>
    sharesOf(kernels, block as Matrix, columns, statistics, room),
  )
  const rows = changeRows(shares, (block) => standardiseInto(kernels, block as Matrix, columns, statistics))
  return { rows, shift: null, columns, statistics }
}

function varyingColumns({ scale }: ColumnStatistics): Uint32Array {
  return Uint32Array.from(scale.keys()).filter((j) => scale[j] > 0)
}

/** What is done to the columns of a view, by the moments of their shares (five numbers per column). */
function statisticsOf(low: Float64Array, high: Float64Array, moments: Float64Array, total: number): ColumnStatistics {
  const [mean, scale, spreads] = [low, low, low].map(({ length }) => new Float64Array(length))
  const roots = new Uint8Array(low.length)
  const varying = Uint32Array.from(low.keys()).filter((j) => !isRounding(low[j], high[j]))
  const ranges = low.map((least, j) => high[j] / 2 - least / 2)
  // Spreads are taken beside the widest range, so that no square is lost.
  const widest = varying.reduce((most, j) => Math.max(most, ranges[j]), 0)
  for (const j of varying) {
    const [first, second, third, root, rootThird] = Array.from(
      moments.subarray(MOMENTS * j, MOMENTS * (j + 1)),
      (sum) => sum / total,
    )
    const plain = { middle: first, square: second - first * first, skew: skewness(first, second, third) }
    const rooted = { middle: root, square: first - root * root, skew: skewness(root, first, rootThird) }
    const isRooted = Math.abs(rooted.skew) < Math.abs(plain.skew)
    const { middle, square } = isRooted ? rooted : plain
    roots[j] = Number(isRooted)
    mean[j] = middle
    scale[j] = 1 / Math.sqrt(square)
    spreads[j] = (ranges[j] / widest) * Math.sqrt(plain.square)
  }
  if (haveCommonUnits(Float64Array.from(varying, (j) => ranges[j]))) {
    const size = Math.sqrt(spreads.reduce((sum, spread) => sum + spread * spread, 0) / varying.length)
    for (const j of varying) scale[j] *= spreads[j] / size
  }
  return { low, high, roots, mean, scale }
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

/** The shares of the varying columns, or their roots, on all threads; in `room` where there is some. */
function sharesOf(
  kernels: Kernels,
  block: Matrix,
  varying: Uint32Array,
  { low, high, roots }: ColumnStatistics,
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

function* fromSparse(view: Rows, ranks: Ranks): Generator<Progress, StandardisedShares | null> {
  const { columns } = view
  const { total } = rowRange(ranks, view.rows)
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
  ranks.allReduceSum(stored)
  leastOverRanks(ranks, low)
  largestOverRanks(ranks, high)
  for (let j = 0; j < columns; j++)
    if (stored[j] < total) {
      low[j] = Math.min(low[j], 0)
      high[j] = Math.max(high[j], 0)
    }
  const moments = new Float64Array(MOMENTS * columns)
  const add = (x: number, j: number, times: number) => {
    const share = shareOfRange(x, low[j], high[j])
    const root = Math.sqrt(share)
    const powers = [share, share * share, share * share * share, root, share * root]
    for (let m = 0; m < MOMENTS; m++) moments[MOMENTS * j + m] += times * powers[m]
  }
  yield* sumRows(ranks, view, moments, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) add(values[p], indices[p], 1)
  })
  for (let j = 0; j < columns; j++) if (stored[j] < total) add(0, j, total - stored[j])
  const statistics = statisticsOf(low, high, moments, total)
  if (varyingColumns(statistics).length === 0) return null
  const { roots, mean, scale } = statistics
  const value = (x: number, j: number) => {
    const share = scale[j] > 0 ? shareOfRange(x, low[j], high[j]) : 0
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

/** Numbers that are in the kernels' memory at a time. */
const PIECE = 500_000
/** Multiplications that a quotient with what is around it is worth. */
const QUOTIENT = 10

/**
 * Rows of `to` ← what `work` makes of the rows of `from`, some rows at a time in the kernels' memory: it gets the rows that were copied there, room for as many rows of `to`, which may be `from`, and ranges of rows to share among threads.
 * O(entries).
 */
export function inPieces(
  kernels: Kernels,
  from: Matrix,
  to: Matrix,
  work: (rows: Block, made: Block, ranges: [number, number][]) => unknown,
): void {
  const height = Math.max(1, Math.floor(PIECE / Math.max(from.columns, to.columns, 1)))
  const mark = kernels.mark()
  const source = kernels.allocate(Math.min(height, from.rows) * from.columns)
  const target = kernels.allocate(Math.min(height, from.rows) * to.columns)
  for (let begin = 0; begin < from.rows; begin += height) {
    const end = Math.min(begin + height, from.rows)
    source.f64.set(from.data.subarray(begin * from.columns, end * from.columns))
    work(source, target, workRanges(end - begin, 1, QUOTIENT * to.columns))
    to.data.set(target.f64.subarray(0, (end - begin) * to.columns), begin * to.columns)
  }
  kernels.release(mark)
}

/** Units of rounding that a few steps of arithmetic leave. */
const LARGEST = 16 * Number.EPSILON

/** True where two values differ by no more than rounding: a spread that small says nothing about samples, however much it is stretched. */
export function isRounding(a: number, b: number): boolean {
  return Math.abs(a - b) <= LARGEST * Math.max(Math.abs(a), Math.abs(b))
}
