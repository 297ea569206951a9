import { KernelMatrix } from '../../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { gatherRows } from '../../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { ownRows, rowRange } from '../../runtime/ranks/row-range.ts'
import { singleProcess } from '../../runtime/ranks/single-process.ts'
import type { Random } from '../random/random.ts'
import { blockLanczos } from './block-lanczos.ts'
import { largestEigenFast } from './largest-eigen-fast.ts'
import { identity, type Matrix, matrix, symmetricPart, transpose } from './matrix.ts'
import type { Operator } from './shifted-operator.ts'

/** Leading singular triplets, largest first: u is rows×r, v columns×r. */
export interface TruncatedSvd {
  u: Matrix
  s: Float64Array
  v: Matrix
}

/** Longest side whose Gram matrix is formed and solved whole. */
export const SOLVED_WHOLE = 400
/** Length of the long side beyond which the images of unit vectors are formed some at a time. */
const LONG = 50_000
/** Entries of the images of unit vectors that are formed at a time for long sides: 256 MiB. */
const AT_A_TIME = 1 << 25
/** Options of `blockLanczos`: four fillings of a space of 8 vectors per step are enough for scores. */
const ROUGH = { block: 8, maxRestarts: 4, rough: true }
/** Largest residual, relative to the largest squared singular value. */
const USUAL = 1e-5
/** Largest residual of pairs that must only settle, as scores by which clusters are found. */
const SETTLED = 1e-3
/** Unit vectors at a time where their images would be the whole matrix, of which a rank has only some rows. */
const NARROW = 16

/**
 * Computes the `rank` leading singular triplets of an operator: a Krylov space of XᵀX (or XXᵀ, whichever is smaller) from a random start gives values and vectors of the short side, right to about 1e-8 of the largest value,
 * and the images of these the vectors of the long one. The generator decides the bytes. Cost: some twenty products with 8 vectors, and ten for each further filling, 3 at most.
 * With `settle` only so many of them need to be right, to 1e-3 of the largest; the others are as good as they have become by then. `knownGram` is XᵀX where the caller has it.
 * Over ranks `x` is an operator of the rank's rows whose Xᵀ·G is summed over all ranks (`operatorOverRanks`), and u has those rows; the bytes are those of one process. Every rank then
 * has all rows of n×r numbers for a moment, n×8 for each product where there are more features than samples.
 * Source: Musco and Musco, randomised block Krylov methods, 2015.
 */
export function* randomisedSvd(
  kernels: Kernels,
  x: Operator,
  rank: number,
  random: Random,
  ranks: Ranks,
  settle?: number,
  knownGram: Matrix | null = null,
): Generator<Progress, TruncatedSvd> {
  const rows = rowRange(ranks, x.rows)
  const { total } = rows
  const wide = x.columns > total
  const side = Math.min(total, x.columns)
  const triplets = Math.min(rank, side)
  // With more features than samples the vectors along samples are the short ones: every rank has them whole.
  const toLongSide = (w: Matrix) => (wide ? x.transposeMultiply(ownRows(rows, w)) : x.multiply(w))
  const toShortSide = (g: Matrix) => (wide ? gatherRows(ranks, x.multiply(g)) : x.transposeMultiply(g))
  const direct = !wide && x.gram
  const progress = { stage: 'singular vectors', iteration: 1, total: 1 }
  const applyGram = function* (w: Matrix): Generator<Progress, Matrix> {
    if (direct) return yield* x.gram!(w)
    if (wide && x.outer) return gatherRows(ranks, yield* x.outer(ownRows(rows, w)))
    const image = toLongSide(w)
    yield progress
    return toShortSide(image)
  }
  const mark = kernels.mark()
  let squares: Float64Array
  let vectors: Matrix
  if (side <= SOLVED_WHOLE) {
    const long = Math.max(total, x.columns)
    const unitCount = direct || long <= LONG ? side : Math.max(Math.floor(AT_A_TIME / long), 4)
    const step = wide && ranks.size > 1 ? NARROW : unitCount
    const square = knownGram || wide ? knownGram : (x.square?.() ?? (x.squareInSteps ? yield* x.squareInSteps() : null))
    const gram = square ?? (yield* gramMatrix(applyGram, side, step))
    yield progress
    const pairs = largestEigenFast(kernels, symmetricPart(gram), triplets)
    squares = pairs.values
    vectors = pairs.vectors
  } else {
    const resident = knownGram && new KernelMatrix(kernels, knownGram)
    const gram = function* (rows: Matrix): Generator<Progress, Matrix> {
      const w = transpose(rows)
      return transpose(resident ? resident.multiply(w) : yield* applyGram(w))
    }
    const options = {
      kernels,
      random,
      ranks: singleProcess,
      ...ROUGH,
      settle,
      tolerance: settle === undefined ? USUAL : SETTLED,
    }
    const pairs = yield* blockLanczos(gram, side, triplets, options)
    squares = pairs.values
    vectors = transpose(pairs.vectors)
  }
  kernels.release(mark)
  yield progress
  const s = squares.map((value) => Math.sqrt(Math.max(value, 0)))
  const images = toLongSide(vectors)
  yield progress
  const inverse = s.map((length) => (length > 0 ? 1 / length : 0))
  for (let i = 0, p = 0; i < images.rows; i++) for (let j = 0; j < triplets; j++, p++) images.data[p] *= inverse[j]
  return wide ? { u: ownRows(rows, vectors), s, v: images } : { u: images, s, v: vectors }
}

/** Forms XᵀX or XXᵀ, the smaller one, `step` columns at a time. */
function* gramMatrix(
  gram: (w: Matrix) => Generator<Progress, Matrix>,
  side: number,
  step: number,
): Generator<Progress, Matrix> {
  if (step >= side) return yield* gram(identity(side))
  const result = matrix(side, side)
  for (let first = 0; first < side; first += step) {
    const units = matrix(side, Math.min(step, side - first))
    for (let j = 0; j < units.columns; j++) units.data[(first + j) * units.columns + j] = 1
    const columns = yield* gram(units)
    for (let i = 0; i < side; i++)
      for (let j = 0; j < units.columns; j++) result.data[i * side + first + j] = columns.data[i * units.columns + j]
  }
  return result
}
