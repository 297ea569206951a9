import { commonLength, comparableRows, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns, unitRows } from '../../data/scale.ts'
import type { DeviceRows } from '../../device/device.ts'
import type { LikelyFunctions } from '../../graph/filtered-functions.ts'
import { graphCoordinates, graphSpectrum } from '../../graph/graph-filter.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { StreamedMatrix } from '../../kernels/streamed-matrix.ts'
import { largestEigenFast } from '../../linalg/largest-eigen-fast.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
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
  const joined = (some: Matrix) =>
    concatenateColumns([unitRows(graphCoordinates({ values, vectors: some })), product(kernels, smooth(some), turn)])
  return {
    ...(mapRows(blocks, { columns, sparse: false }, (some) => joined(some as Matrix)) as BlockedMatrix),
    // biome-ignore lint/correctness/useYield: rows of a device take time.
    *take(places) {
      return joined(doubles(vectors, places))
    },
    close() {},
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
