import { commonLength, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns } from '../../data/scale.ts'
import type { DeviceRows } from '../../device/device.ts'
import type { LikelyFunctions } from '../../graph/filtered-functions.ts'
import { frequencyWeights, graphSpectrum } from '../../graph/graph-filter.ts'
import type { Block, Kernels } from '../../kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../../kernels/pack-matrix.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { StreamedMatrix } from '../../kernels/streamed-matrix.ts'
import { workRanges } from '../../kernels/work-ranges.ts'
import type { MadeRows } from '../../kmeans/assign-to-centres.ts'
import { columnsOf } from '../../linalg/columns-of.ts'
import { largestEigenFast } from '../../linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, multiply } from '../../linalg/matrix.ts'
import { inBlocks } from '../../linalg/rows.ts'
import { symmetricPart } from '../../linalg/symmetric-part.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { ownAxes } from './embeddings.ts'

/** Rows that are made at a time: they stay near the processor. */
const BLOCK = 8192

/**
 * The two embeddings of `embed` side by side (own×(q + rank)), each row made of the functions of its sample whenever it is asked for: rows of very many samples would take more room than all else. Ranks have their own rows each.
 * O(n·d·q), and O(q²) per row that is made.
 */
export function* embeddedRows(
  kernels: Kernels,
  functions: LikelyFunctions,
  features: Matrix,
  rank: number,
  communicator: Communicator,
): Generator<Progress, MadeRows & DeviceRows> {
  const { values, vectors } = functions
  const { rows, columns: count } = vectors
  const turn = { stage: 'filter', iteration: 1, total: 1 }
  const spectrum = ownAxes(kernels, graphSpectrum(kernels, functions, features, communicator))
  yield turn
  const common =
    spectrum.columns < FEW_DIMENSIONS
      ? commonLength(new StreamedMatrix(kernels, inBlocks(vectors)).multiply(spectrum), communicator)
      : 0
  const smoothing = evenColumns(spectrum)
  const squares = matrix(smoothing.columns, smoothing.columns)
  for (let begin = 0; begin < rows; begin += BLOCK) {
    const some = vectors.data.subarray(begin * count, Math.min(begin + BLOCK, rows) * count)
    addSquaresInto(squares, kernels, some, smoothing, common)
    yield turn
  }
  communicator.allReduceSum(squares.data)
  const gram = columnsOf(
    matrix(spectrum.columns, squares.columns, squares.data.subarray(0, spectrum.columns * squares.columns)),
    0,
    spectrum.columns,
  )
  const { vectors: axes } = largestEigenFast(kernels, symmetricPart(gram), Math.min(rank, gram.rows))
  // One product gives the smoothed features, for their lengths, and beside them their scores.
  const both = evenColumns(concatenateColumns([spectrum, multiply(spectrum, axes)]))
  const shape = { weights: frequencyWeights(values), smoothed: spectrum.columns, scores: axes.columns, common }
  const columns = count + axes.columns
  return {
    rows,
    columns,
    singlesInto(begin, end, to) {
      for (let first = begin; first < end; first += BLOCK) {
        const some = vectors.data.subarray(first * count, Math.min(first + BLOCK, end) * count)
        joinInto(kernels, { pointer: to.pointer + 4 * (first - begin) * columns, single: 1 }, some, both, shape)
      }
    },
    // biome-ignore lint/correctness/useYield: rows of a device take time.
    *take(places) {
      const mark = kernels.mark()
      const to = kernels.allocate(paddedToFour(places.length) * columns)
      joinInto(kernels, { pointer: to.pointer, single: 0 }, rowsOf(vectors, places), both, shape)
      const taken = matrix(places.length, columns, to.f64.slice(0, places.length * columns))
      kernels.release(mark)
      return taken
    },
    close() {},
  }
}

/** How rows are put together of functions and of their product with a factor. */
interface RowShape {
  /** What each function is multiplied by. */
  weights: Float64Array
  /** Columns of the product that tell the length of a row, and those behind them that are its scores. */
  smoothed: number
  scores: number
  /** What the scores of all rows are divided by; 0: each by its own length. */
  common: number
}

/** Rows of `to` (a multiple of 4 of them) ← what `joinRows` makes of some functions and of their product with `factor`. */
function joinInto(
  kernels: Kernels,
  to: { pointer: number; single: number },
  some: Float32Array,
  factor: Matrix,
  { weights, smoothed, scores, common }: RowShape,
): void {
  const mark = kernels.mark()
  const { functions, made } = smoothedIn(kernels, some, factor)
  const count = factor.rows
  const given = [functions.pointer, count, kernels.copyIn(weights).pointer, made.pointer, factor.columns] as const
  const how = [smoothed, scores, common, to.pointer, to.single] as const
  const ranges = workRanges(paddedToFour(some.length / count), 4, 4 * (count + factor.columns))
  kernels.share(
    'joinRows',
    ranges.map((range) => [...given, ...how, ...range]),
  )
  kernels.release(mark)
}

/** Adds AᵀA to `sums`, row after row, where A are some functions times `factor`, each row divided by its length or by what is common to all. */
function addSquaresInto(sums: Matrix, kernels: Kernels, some: Float32Array, factor: Matrix, common: number): void {
  const mark = kernels.mark()
  const { made } = smoothedIn(kernels, some, factor)
  if (common > 0) for (let p = 0; p < made.length; p++) made.f64[p] /= common
  const rows = { rows: some.length / factor.rows, columns: factor.columns, raw: made }
  new ResidentMatrix(kernels, rows, { unit: common === 0 }).addSquareInto(sums)
  kernels.release(mark)
}

/** Some functions (one row per sample) in the kernels' memory and their product with a factor of an even number of columns, with rows of zeros up to a multiple of 4. Leaves the release to the caller. */
function smoothedIn(kernels: Kernels, some: Float32Array, factor: Matrix): { functions: Block; made: Block } {
  const { rows: count, columns } = factor
  const rows = some.length / count
  const functions = kernels.allocate(paddedToFour(rows) * count)
  functions.f64.set(some)
  functions.f64.fill(0, some.length)
  const made = kernels.allocate(paddedToFour(rows) * columns)
  const x = new ResidentMatrix(kernels, { rows, columns: count, raw: functions })
  x.multiplyInto(made, kernels.copyIn(factor.data), columns)
  return { functions, made }
}

/** The matrix with a column of zeros where its number of columns is odd. */
function evenColumns(a: Matrix): Matrix {
  const width = paddedToTwo(a.columns)
  return width === a.columns ? a : concatenateColumns([a, matrix(a.rows, 1)])
}

/** The rows at some places. */
function rowsOf({ columns, data }: LikelyFunctions['vectors'], places: Uint32Array): Float32Array {
  const some = new Float32Array(places.length * columns)
  places.forEach((place, i) => {
    some.set(data.subarray(place * columns, (place + 1) * columns), i * columns)
  })
  return some
}
