import type { InitialVectors } from '../graphs/filtered-functions.ts'
import { type GraphBasis, graphBasis } from '../graphs/graph-basis.ts'
import type { GraphComponents } from '../graphs/graph-components.ts'
import { diffusionWeights, graphCoordinates, graphFilter } from '../graphs/graph-filter.ts'
import type { RowsOnDemand } from '../numerics/kmeans/assign-to-centres.ts'
import { largestEigenFast } from '../numerics/linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, multiplyTranspose, symmetricPart } from '../numerics/linalg/matrix.ts'
import { concatenateColumns, unitRows } from '../numerics/linalg/scale.ts'
import { singularScores } from '../numerics/linalg/singular-scores.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { DeviceRows } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { comparableRowsInto, FEW_DIMENSIONS } from '../views/comparable-rows.ts'
import { rowsAt } from './fitted-samples.ts'

/** Least number of eigenvectors of a graph. */
const LEAST_BASIS = 30
/** Scores of the smoothed features at most: with 200 for 100 clusters results were the same, and partitions took half as long again. */
const MOST_SCORES = 50
/** Coordinate of the samples of a connected part in its own column: all other rows have length 1, so that samples of different parts are further apart than any of one part. */
const APART = 2

/** The samples held here, placed by one graph: their coordinates in its eigenvectors, and behind these the scores of their features smoothed along it. */
export interface Embedding {
  /** In memory, made on demand, or held by a device. */
  readonly points: Matrix | (RowsOnDemand & DeviceRows) | DeviceRows
  /** Columns of the coordinates, where the scores begin. */
  readonly split: number
  /** Where the eigenvectors of a graph that is much like this one are looked for; absent where nobody asks. */
  readonly likely?: InitialVectors
}

/** The column of the connected part of each sample held here, −1 where it has none, and how many columns there are. */
export interface PartColumns {
  readonly columns: Int32Array
  readonly count: number
}

/** What embeddings are made of. */
export interface EmbeddedGraph {
  readonly samples: Samples
  readonly graph: SparseMatrix
  readonly features: Matrix
  readonly clusters: number
  readonly random: Random
}

/** Number of eigenvectors: 2k and at least 30, at most a third of the samples, at least k where there are samples enough. */
export function basisSize(samples: number, clusters: number): number {
  const size = Math.min(Math.max(2 * clusters, LEAST_BASIS), Math.floor(samples / 3))
  return Math.max(size, Math.min(clusters, samples - 1), 1)
}

/** Number of principal scores of the smoothed features: 2k, but no more than tell many clusters apart. */
export function filteredRank(clusters: number): number {
  return Math.min(2 * clusters, MOST_SCORES)
}

/** Embeds the samples by one graph and the features, in memory. O(edges·q + n·d·q). */
export function* embed(rt: Runtime, embedded: EmbeddedGraph): Generator<Progress, Embedding> {
  const { spectral, filtered } = yield* embedTwice(rt, embedded, 'rough')
  return { points: concatenateColumns([spectral, filtered]), split: spectral.columns }
}

/** The two embeddings of the samples by one graph, and its leading eigenvalues; eigenvectors are found roughly or to a residual. */
export function* embedTwice(
  { kernels }: Pick<Runtime, 'kernels'>,
  { samples, graph, features, clusters, random }: EmbeddedGraph,
  residual: number | 'rough',
): Generator<Progress, { values: Float64Array; spectral: Matrix; filtered: Matrix }> {
  const { ranks } = samples
  const basis = yield* graphBasis(kernels, graph, basisSize(samples.total, clusters), random, ranks, residual)
  const turn = { stage: 'filter', iteration: 1, total: 1 }
  yield turn
  const parts = partColumns(basis.components, clusters)
  const spectral = besideParts(unitCoordinates(basis, clusters), parts)
  yield turn
  const scores = yield* filteredScores(kernels, basis, features, filteredRank(clusters), random, ranks)
  yield turn
  return { values: basis.values, spectral, filtered: besideParts(scores, parts) }
}

/** One column per connected part of two or more samples, where there are 2 to k of them: k-means then does not cut where no link joins. Null elsewhere. */
export function partColumns({ labels, sizes }: GraphComponents, clusters: number): PartColumns | null {
  const parts = [...sizes.keys()].filter((part) => sizes[part] > 1)
  if (parts.length < 2 || parts.length > clusters) return null
  const column = new Int32Array(sizes.length).fill(-1)
  parts.forEach((part, c) => {
    column[part] = c
  })
  return { columns: labels.map((part) => column[part]), count: parts.length }
}

/** The part columns as a matrix: 2 for the samples of a part, else 0. */
export function partMatrix({ columns, count }: PartColumns): Matrix {
  const result = matrix(columns.length, count)
  columns.forEach((column, i) => {
    if (column >= 0) result.data[i * count + column] = APART
  })
  return result
}

function besideParts(a: Matrix, parts: PartColumns | null): Matrix {
  return parts ? concatenateColumns([a, partMatrix(parts)]) : a
}

/** A separate function, so that the coordinates are freed before the caller goes on. */
function unitCoordinates(basis: GraphBasis, clusters: number): Matrix {
  return unitRows(graphCoordinates(basis, diffusionWeights(basis.values, clusters)))
}

/** Principal scores of the features smoothed along the graph (own×rank). A separate function, so that the smoothed features are freed before the caller goes on. */
function* filteredScores(
  kernels: Kernels,
  basis: GraphBasis,
  features: Matrix,
  rank: number,
  random: Random,
  ranks: Ranks,
): Generator<Progress, Matrix> {
  const smooth = comparableRowsInto(
    graphFilter(kernels, basis, features, ranks, (spectrum) => rotateToAxes(kernels, spectrum)),
    ranks,
  )
  yield { stage: 'filter', iteration: 1, total: 1 }
  return yield* singularScores(kernels, smooth, rank, random.split(1), ranks)
}

/** P·Σ (q×q) of S = P·Σ·Qᵀ (q×d), where that is narrower: rows times P·Σ are those times S in the axes Q, so that lengths and distances stay and n×d numbers are never held. */
export function rotateToAxes(kernels: Kernels, spectrum: Matrix): Matrix {
  const { rows, columns } = spectrum
  // Below so many columns rows are made comparable by another rule.
  if (columns <= rows || rows < FEW_DIMENSIONS) return spectrum
  const { values, vectors } = largestEigenFast(kernels, symmetricPart(multiplyTranspose(spectrum, spectrum)), rows)
  const lengths = values.map((value) => Math.sqrt(Math.max(value, 0)))
  return matrix(
    rows,
    rows,
    vectors.data.map((value, p) => value * lengths[p % rows]),
  )
}

/** The rows of some of the samples held here. */
export function* rowsOf({ points }: Embedding, places: Uint32Array): Generator<Progress, Matrix> {
  return 'take' in points ? yield* points.take(places) : rowsAt(points, places)
}

/** Gives back what a device holds. */
export function release({ points }: Embedding): void {
  if ('close' in points) points.close()
}
