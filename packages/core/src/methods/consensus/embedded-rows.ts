import { commonLength, comparableRows, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns } from '../../data/scale.ts'
import type { DeviceRows } from '../../device/device.ts'
import type { LikelyFunctions } from '../../graph/filtered-functions.ts'
import { frequencyWeights, graphSpectrum } from '../../graph/graph-filter.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { StreamedMatrix } from '../../kernels/streamed-matrix.ts'
import { largestEigenFast } from '../../linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, multiply } from '../../linalg/matrix.ts'
import { type BlockedMatrix, blocksOf, inBlocks, mapRows } from '../../linalg/rows.ts'
import { symmetricPart } from '../../linalg/symmetric-part.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { ownAxes } from './embeddings.ts'

/** Rows that are made at a time: they stay near the processor. */
const BLOCK = 8192

/**
 * The two embeddings of `embed` side by side (own×(q + rank)), each row made of the functions of its sample whenever it is read: rows of very many samples would take more room than all else. Ranks have their own rows each.
 * O(n·d·q), and O(q²) per row that is read.
 */
export function* embeddedRows(
  kernels: Kernels,
  functions: LikelyFunctions,
  features: Matrix,
  rank: number,
  communicator: Communicator,
): Generator<Progress, BlockedMatrix & DeviceRows> {
  const { values, vectors } = functions
  const spectrum = ownAxes(kernels, graphSpectrum(kernels, functions, features, communicator))
  yield { stage: 'filter', iteration: 1, total: 1 }
  const blocks = { ...inBlocks(vectors), blockRows: BLOCK }
  const common =
    spectrum.columns < FEW_DIMENSIONS
      ? commonLength(new StreamedMatrix(kernels, blocks).multiply(spectrum), communicator)
      : null
  const smooth = (some: Matrix) => {
    const made = product(kernels, some, spectrum)
    return common === null ? comparableRows(made) : { ...made, data: made.data.map((value) => value / common) }
  }
  const gram = matrix(spectrum.columns, spectrum.columns)
  for (const { data } of blocksOf(blocks)) {
    addGramInto(gram, kernels, smooth(data as Matrix))
    yield { stage: 'filter', iteration: 1, total: 1 }
  }
  communicator.allReduceSum(gram.data)
  const { vectors: turn } = largestEigenFast(kernels, symmetricPart(gram), Math.min(rank, gram.rows))
  const columns = vectors.columns + turn.columns
  const weights = frequencyWeights(values)
  // One product gives the smoothed features, for their lengths, and beside them their scores.
  const both = concatenateColumns([spectrum, multiply(spectrum, turn)])
  const joined = (some: Matrix) => {
    const result = matrix(some.rows, columns)
    joinInto(result, some, weights, product(kernels, some, both), spectrum.columns, common)
    return result
  }
  return {
    ...(mapRows(blocks, { columns, sparse: false }, (some) => joined(some as Matrix)) as BlockedMatrix),
    // biome-ignore lint/correctness/useYield: rows of a device take time.
    *take(places) {
      return joined(doubles(vectors, places))
    },
    close() {},
  }
}

/** Rows of `result` ← the functions of each row, weighed and brought to unit length, then the scores in `made`, which come after the `smoothed` columns that their length is told by unless it is `common` to all. */
function joinInto(
  result: Matrix,
  functions: Matrix,
  weights: Float64Array,
  made: Matrix,
  smoothed: number,
  common: number | null,
): void {
  const { columns: count, data } = functions
  for (let i = 0, to = 0; i < functions.rows; i++) {
    let square = 0
    for (let f = 0, p = i * count; f < count; f++, p++) square += (data[p] * weights[f]) ** 2
    const length = Math.max(Math.sqrt(square), 1e-12)
    for (let f = 0, p = i * count; f < count; f++, p++) result.data[to++] = (data[p] * weights[f]) / length
    let size = 0
    const begin = i * made.columns
    for (let p = begin; p < begin + smoothed; p++) size += made.data[p] * made.data[p]
    const scale = common ?? Math.sqrt(size)
    for (let p = begin + smoothed; p < begin + made.columns; p++)
      result.data[to++] = scale < 1e-12 ? 0 : made.data[p] / scale
  }
}

/** Some rows in double precision. */
function doubles({ columns, data }: LikelyFunctions['vectors'], places: Uint32Array): Matrix {
  const some = matrix(places.length, columns)
  places.forEach((place, i) => {
    some.data.set(data.subarray(place * columns, (place + 1) * columns), i * columns)
  })
  return some
}

/** Adds AᵀA, row after row. */
function addGramInto(sums: Matrix, kernels: Kernels, a: Matrix): void {
  const mark = kernels.mark()
  new ResidentMatrix(kernels, a).addTransposeMultiplyInto(sums, a)
  kernels.release(mark)
}

function product(kernels: Kernels, some: Matrix, factor: Matrix): Matrix {
  const mark = kernels.mark()
  const result = new ResidentMatrix(kernels, some).multiply(factor)
  kernels.release(mark)
  return result
}
