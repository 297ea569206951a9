import type { FunctionHints, InitialVectors } from '../graphs/filtered-functions.ts'
import { graphBasis } from '../graphs/graph-basis.ts'
import { diffusionWeights, graphSpectrum } from '../graphs/graph-filter.ts'
import type { RowsOnDemand } from '../numerics/kmeans/assign-to-centres.ts'
import { largestEigenFast } from '../numerics/linalg/largest-eigen-fast.ts'
import { columnsOf, type Matrix, matrix, multiply, symmetricPart } from '../numerics/linalg/matrix.ts'
import { inBlocks } from '../numerics/linalg/rows.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { Random } from '../numerics/random/random.ts'
import type { DeviceRows } from '../runtime/device/device.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../runtime/kernels/pack-matrix.ts'
import { StreamedMatrix } from '../runtime/kernels/streamed-matrix.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Progress } from '../runtime/progress.ts'
import { inTurn } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { commonLength, FEW_DIMENSIONS } from '../views/comparable-rows.ts'
import {
  basisSize,
  type EmbeddedGraph,
  type Embedding,
  filteredRank,
  type PartColumns,
  partColumns,
  partMatrix,
  rotateToAxes,
} from './embedding.ts'

/** Rows that are made at a time: they stay near the processor. */
const BLOCK = 8192

/** `embed` for many samples: rows are made of the eigenvectors whenever they are asked for, or held by a device that has room for all. O(edges·q + n·d·q), and O(q²) per row that is made. */
export function* embedOnDemand(
  rt: Runtime,
  { samples, graph, features, clusters, random }: EmbeddedGraph,
  hints: FunctionHints,
): Generator<Progress, Embedding> {
  const { kernels, device } = rt
  const [count, rank] = [basisSize(samples.total, clusters), filteredRank(clusters)]
  if (device && samples.total > device.many && features.columns >= FEW_DIMENSIONS) {
    const parts = partColumns(yield* device.graphComponents(graph), clusters)
    const weigh = (values: Float64Array) => diffusionWeights(values, clusters)
    const options = { count, rank, random, weigh, parts: parts && partMatrix(parts) }
    const { joined, functions } = yield* device.embed(graph, features, options)
    return { points: joined, split: functions }
  }
  const { likely, parts } = yield* eigenvectorsOf(kernels, graph, clusters, count, random, samples.ranks, hints)
  const weights = diffusionWeights(likely.values, clusters)
  const points = yield* rowsOnDemand(kernels, likely, weights, parts, features, rank, samples.ranks)
  return { points, split: likely.vectors.columns + (parts?.count ?? 0), likely }
}

/** A separate function, since a generator holds what it made on the way until its end. */
function* eigenvectorsOf(
  kernels: Kernels,
  graph: EmbeddedGraph['graph'],
  clusters: number,
  count: number,
  random: Random,
  ranks: Ranks,
  hints: FunctionHints,
): Generator<Progress, { likely: InitialVectors; parts: PartColumns | null }> {
  const rounded = { ...hints, isRounded: true }
  const { values, vectors, components } = yield* graphBasis(kernels, graph, count, random, ranks, 'rough', rounded)
  const likely = { values, vectors: { ...vectors, data: new Float32Array(vectors.data) } }
  return { likely, parts: partColumns(components, clusters) }
}

/** The rows of an embedding, made of eigenvectors with their `weights` and of the features smoothed by them. */
function* rowsOnDemand(
  kernels: Kernels,
  likely: InitialVectors,
  weights: Float64Array,
  parts: PartColumns | null,
  features: Matrix,
  rank: number,
  ranks: Ranks,
): Generator<Progress, RowsOnDemand & DeviceRows> {
  const { vectors } = likely
  const { rows, columns: count } = vectors
  const turn = { stage: 'filter', iteration: 1, total: 1 }
  const spectrum = rotateToAxes(kernels, graphSpectrum(kernels, likely, features, ranks))
  yield turn
  const common =
    spectrum.columns < FEW_DIMENSIONS
      ? commonLength(new StreamedMatrix(kernels, inBlocks(vectors)).multiply(spectrum), ranks)
      : 0
  const smoothing = evenColumns(spectrum)
  const squares = matrix(smoothing.columns, smoothing.columns)
  yield* inTurn(ranks, [squares.data], function* () {
    for (let begin = 0; begin < rows; begin += BLOCK) {
      const block = vectors.data.subarray(begin * count, Math.min(begin + BLOCK, rows) * count)
      addSquaresInto(squares, kernels, block, smoothing, common)
      yield turn
    }
  })
  const gram = columnsOf(
    matrix(spectrum.columns, squares.columns, squares.data.subarray(0, spectrum.columns * squares.columns)),
    0,
    spectrum.columns,
  )
  const { vectors: axes } = largestEigenFast(kernels, symmetricPart(gram), Math.min(rank, gram.rows))
  // One product gives the smoothed features, for their lengths, and beside them their scores.
  const both = evenColumns(concatenateColumns([spectrum, multiply(spectrum, axes)]))
  const shape = { weights, smoothed: spectrum.columns, scores: axes.columns, common, parts: parts?.count ?? 0 }
  const columns = count + axes.columns + 2 * shape.parts
  return {
    rows,
    columns,
    singlesInto(begin, end, to) {
      for (let first = begin; first < end; first += BLOCK) {
        const last = Math.min(first + BLOCK, end)
        const part = vectors.data.subarray(first * count, last * count)
        const target = { pointer: to.pointer + 4 * (first - begin) * columns, single: 1 }
        joinInto(kernels, target, part, parts?.columns.subarray(first, last), both, shape)
      }
    },
    *take(places) {
      const mark = kernels.mark()
      const to = kernels.allocate(paddedToFour(places.length) * columns)
      const own = parts && Int32Array.from(places, (place) => parts.columns[place])
      joinInto(kernels, { pointer: to.pointer, single: 0 }, rowsAt(vectors, places), own ?? undefined, both, shape)
      const result = matrix(places.length, columns, to.f64.slice(0, places.length * columns))
      kernels.release(mark)
      return result
    },
    close() {},
  }
}

/** How rows are put together of eigenvectors and of their product with a factor. */
interface RowShape {
  /** What each eigenvector is multiplied by. */
  weights: Float64Array
  /** Columns of the product that tell the length of a row, and those behind them that are its scores. */
  smoothed: number
  scores: number
  /** What the scores of all rows are divided by; 0: each by its own length. */
  common: number
  /** Columns of connected parts. */
  parts: number
}

/** Rows of `to` (a multiple of 4 of them) ← what `joinRows` makes of some rows of the eigenvectors, their product with `factor`, and the columns of their parts. */
function joinInto(
  kernels: Kernels,
  to: { pointer: number; single: number },
  some: Float32Array,
  partOf: Int32Array | undefined,
  factor: Matrix,
  { weights, smoothed, scores, common, parts }: RowShape,
): void {
  const mark = kernels.mark()
  const { eigenvectors, product } = smoothedIn(kernels, some, factor)
  const count = factor.rows
  const rows = paddedToFour(some.length / count)
  const columns = kernels.allocate(rows / 2)
  columns.i32.fill(-1)
  if (partOf) columns.i32.set(partOf)
  const pointers = [
    eigenvectors.pointer,
    count,
    kernels.copyIn(weights).pointer,
    product.pointer,
    factor.columns,
  ] as const
  const how = [smoothed, scores, common, columns.pointer, parts, to.pointer, to.single] as const
  kernels.share(
    'joinRows',
    workRanges(rows, 4, 4 * (count + factor.columns)).map((range) => [...pointers, ...how, ...range]),
  )
  kernels.release(mark)
}

/** Adds AᵀA to `sums`, row after row, where A are some rows of the eigenvectors times `factor`, each divided by its length or by what is common to all. */
function addSquaresInto(sums: Matrix, kernels: Kernels, some: Float32Array, factor: Matrix, common: number): void {
  const mark = kernels.mark()
  const { product } = smoothedIn(kernels, some, factor)
  if (common > 0) for (let p = 0; p < product.length; p++) product.f64[p] /= common
  const rows = { rows: some.length / factor.rows, columns: factor.columns, raw: product }
  new KernelMatrix(kernels, rows, { unit: common === 0 }).addSquareInto(sums)
  kernels.release(mark)
}

/** Some rows of the eigenvectors in the kernels' memory and their product with a factor of an even number of columns, with rows of zeros up to a multiple of 4. Leaves the release to the caller. */
function smoothedIn(kernels: Kernels, some: Float32Array, factor: Matrix): { eigenvectors: Block; product: Block } {
  const { rows: count, columns } = factor
  const rows = some.length / count
  const eigenvectors = kernels.allocate(paddedToFour(rows) * count)
  eigenvectors.f64.set(some)
  eigenvectors.f64.fill(0, some.length)
  const product = kernels.allocate(paddedToFour(rows) * columns)
  const x = new KernelMatrix(kernels, { rows, columns: count, raw: eigenvectors })
  x.multiplyInto(product, kernels.copyIn(factor.data), columns)
  return { eigenvectors, product }
}

/** The matrix with a column of zeros where its number of columns is odd. */
function evenColumns(a: Matrix): Matrix {
  const width = paddedToTwo(a.columns)
  return width === a.columns ? a : concatenateColumns([a, matrix(a.rows, 1)])
}

/** The rows at some places. */
function rowsAt({ columns, data }: InitialVectors['vectors'], places: Uint32Array): Float32Array {
  const singles = new Float32Array(places.length * columns)
  places.forEach((place, i) => {
    singles.set(data.subarray(place * columns, (place + 1) * columns), i * columns)
  })
  return singles
}
