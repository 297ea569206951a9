import { comparableRowsInto, FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns, unitRows } from '../../data/scale.ts'
import type { FunctionHints } from '../../graph/filtered-functions.ts'
import { type GraphBasis, graphBasis } from '../../graph/graph-basis.ts'
import { diffusionWeights, graphCoordinates, graphFilter } from '../../graph/graph-filter.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { largestEigenFast } from '../../linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, multiplyTranspose } from '../../linalg/matrix.ts'
import { randomisedSvd } from '../../linalg/randomised-svd.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import { symmetricPart } from '../../linalg/symmetric-part.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'

/** Up to this many columns the Gram matrix is solved whole. */
const BY_GRAM = 400

/** Three pictures of the samples in one graph. */
export interface Embeddings {
  basis: GraphBasis
  /** n×q: coordinates in the graph's functions, weighted by λ⁴, unit rows. */
  spectral: Matrix
  /** n×p: principal scores of the features smoothed along the graph. */
  filtered: Matrix
  /** Both side by side, made when it is asked for. */
  readonly joined: Matrix
}

/** Number of graph functions: 2k and at least 30, at most a third of the samples, at least k where there are samples enough. */
export function basisSize(samples: number, clusters: number): number {
  return Math.max(Math.min(Math.max(2 * clusters, 30), Math.floor(samples / 3)), Math.min(clusters, samples - 1), 1)
}

/** Number of principal scores of the smoothed features: 2k. */
export function scoresOfFiltered(clusters: number): number {
  return 2 * clusters
}

/** Embeds the samples by one graph and the features (n×d, unit rows), the eigenvectors found roughly unless eigenvalues are looked at, too. Ranks give their own rows of both, and get those of the embeddings. O(edges·q + n·d·q). */
export function* embed(
  kernels: Kernels,
  graph: SparseMatrix,
  features: Matrix,
  clusters: number,
  random: Random,
  communicator: Communicator = oneProcess,
  rough = true,
  hints?: FunctionHints,
): Generator<Progress, Embeddings> {
  const count = basisSize(graph.columns, clusters)
  const basis = yield* graphBasis(kernels, graph, count, random, rough, communicator, hints)
  const turn = { stage: 'filter', iteration: 1, total: 1 }
  yield turn
  const parts = partColumns(basis, clusters)
  const spectral = beside(unitCoordinates(basis, diffusionWeights(basis.values, clusters)), parts)
  yield turn
  const scores = yield* filteredScores(kernels, basis, features, scoresOfFiltered(clusters), random, communicator)
  const filtered = beside(scores, parts)
  yield turn
  return {
    basis,
    spectral,
    filtered,
    get joined() {
      return concatenateColumns([spectral, filtered])
    },
  }
}

/** A function of its own, since a generator holds what it made on the way until its end: where there are many samples that is much. */
function unitCoordinates(basis: GraphBasis, weights: Float64Array): Matrix {
  return unitRows(graphCoordinates(basis, weights))
}

/** Coordinate of the samples of a connected part in its own column: rows have unit length else, so that samples of different parts are further apart than any of one part. */
const APART = 2

/** One column per connected part of two or more samples, where there are 2 to k of them: k-means then does not cut where no link joins. */
function partColumns({ components: { labels, sizes } }: GraphBasis, clusters: number): Matrix | null {
  const parts = [...sizes.keys()].filter((part) => sizes[part] > 1)
  if (parts.length < 2 || parts.length > clusters) return null
  const column = new Map(parts.map((part, c) => [part, c]))
  const result = matrix(labels.length, parts.length)
  labels.forEach((part, i) => {
    const c = column.get(part)
    if (c !== undefined) result.data[i * parts.length + c] = APART
  })
  return result
}

function beside(a: Matrix, parts: Matrix | null): Matrix {
  return parts ? concatenateColumns([a, parts]) : a
}

/** Likewise. */
function* filteredScores(
  kernels: Kernels,
  basis: GraphBasis,
  features: Matrix,
  rank: number,
  random: Random,
  communicator: Communicator,
): Generator<Progress, Matrix> {
  const narrowed = (spectrum: Matrix) => ownAxes(kernels, spectrum)
  const smooth = comparableRowsInto(graphFilter(kernels, basis, features, communicator, narrowed), communicator)
  yield { stage: 'filter', iteration: 1, total: 1 }
  return yield* singularScores(kernels, smooth, rank, random.split(1), communicator)
}

/** P·Σ (q×q) of S = P·Σ·Qᵀ (q×d), where that is narrower: rows times P·Σ are those times S in the axes Q, so that lengths and distances stay and n×d numbers are never held. */
export function ownAxes(kernels: Kernels, spectrum: Matrix): Matrix {
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

/** u·s of the leading singular triplets, without centring. Up to 400 columns, and over ranks, which have their own rows of `a` (own×d) each, by the Gram matrix (d×d) that they add up. */
export function* singularScores(
  kernels: Kernels,
  a: Matrix,
  rank: number,
  random: Random,
  communicator: Communicator = oneProcess,
): Generator<Progress, Matrix> {
  if (communicator.size > 1 || a.columns <= BY_GRAM) return scoresByGram(kernels, a, rank, communicator)
  const mark = kernels.mark()
  const { u, s } = yield* randomisedSvd(kernels, new ResidentMatrix(kernels, a), rank, random)
  kernels.release(mark)
  return matrix(
    u.rows,
    u.columns,
    u.data.map((value, p) => value * s[p % u.columns]),
  )
}

function scoresByGram(kernels: Kernels, a: Matrix, rank: number, communicator: Communicator): Matrix {
  const mark = kernels.mark()
  const resident = new ResidentMatrix(kernels, a)
  const gram = resident.square()!
  communicator.allReduceSum(gram.data)
  const { vectors } = largestEigenFast(kernels, symmetricPart(gram), Math.min(rank, a.columns))
  const scores = resident.multiply(vectors)
  kernels.release(mark)
  return scores
}
