import type { Matrix } from '../numerics/linalg/matrix.ts'
import { operatorOverRanks } from '../numerics/linalg/operator-over-ranks.ts'
import { randomisedSvd } from '../numerics/linalg/randomised-svd.ts'
import { hasSparseRows, type Rows } from '../numerics/linalg/rows.ts'
import { shiftedOperator } from '../numerics/linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks, leastOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'

import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'
import { eachValue, featureMeans } from './fill-means.ts'

/** A view without missing values, and how well the filling does on values that were there. */
export interface LowRankFill<M> {
  data: M
  /** Singular triplets used; 0: the means of the features did best. */
  rank: number
  /** Root mean square error on values held out, in standard deviations of their features: 1 is what the mean does, 0 is exact. */
  error: number
}

const RANKS = [1, 2, 3, 4, 6, 9, 14, 21, 32]
/** Iterations to judge a rank by, and to fill in with the chosen one. */
const TRIAL_PASSES = 8
const PASSES = 15
/** Most values held out to choose the rank; a tenth of all values are held out where that is fewer. */
const MOST_HELD = 20_000

/**
 * The view (n×d) with every NaN replaced by what a matrix of low rank says: features are standardised, missing values begin at the mean and are set to the entries
 * of the truncated singular value decomposition, a few times over. The rank (up to 32) is the one that comes closest to values held out. Values stay in the range
 * that their feature has. Over ranks each gives its own samples, and the bytes are those of one process. O(entries · rank) an iteration. Source: Mazumder, Hastie and Tibshirani, Spectral regularization algorithms, 2010.
 */
export function* fillLowRank<M extends Matrix | SparseMatrix>(
  kernels: Kernels,
  name: string,
  view: M,
  random: Random,
  ranks: Ranks,
): Generator<Progress, LowRankFill<M>> {
  const features = yield* observedFeatures(name, view, ranks)
  const standard = new Standardised(view, features, ranks)
  const { total } = rowRange(ranks, view.rows)
  const missing = standard.positions(view, (value) => Number.isNaN(value))
  const sampled = standard.sampled(view, random.split(0))
  const truth = Float64Array.from(sampled, (p) => standard.score(p))
  const both = new Uint32Array(missing.length + sampled.length)
  both.set(missing)
  both.set(sampled, missing.length)

  let best = { rank: 0, error: rootMeanSquare(truth, ranks) }
  let worse = 0
  for (const rank of RANKS.filter((candidate) => 2 * candidate <= Math.min(total, view.columns))) {
    for (const p of both) standard.set(p, 0)
    for (let pass = 0; pass < TRIAL_PASSES; pass++) yield* standard.complete(kernels, both, rank, random.split(1))
    const error = rootMeanSquare(
      truth.map((value, h) => value - standard.score(sampled[h])),
      ranks,
    )
    worse = error < best.error ? 0 : worse + 1
    if (error < best.error) best = { rank, error }
    if (worse === 2) break
  }

  sampled.forEach((p, h) => {
    standard.set(p, truth[h])
  })
  for (const p of missing) standard.set(p, 0)
  for (let pass = 0; pass < PASSES && best.rank > 0; pass++) {
    const change = yield* standard.complete(kernels, missing, best.rank, random.split(1))
    yield { stage: 'missing values', iteration: pass + 1, total: PASSES }
    if (change < 1e-3) break
  }
  return { data: standard.filled(view, missing), ...best }
}

/** The standardised view with holes: scores (x − mean)/deviation; a sparse view keeps its zeros out by a common shift of the feature. */
class Standardised {
  private readonly features: ObservedFeatures
  private readonly matrix: Matrix | SparseMatrix
  private readonly values: Float64Array
  private readonly shift: Float64Array
  private readonly ranks: Ranks

  constructor(view: Matrix | SparseMatrix, features: ObservedFeatures, ranks: Ranks) {
    const { mean, deviation } = features
    const sparse = isSparse(view)
    this.features = features
    this.ranks = ranks
    this.shift = mean.map((value, j) => (sparse && deviation[j] > 0 ? value / deviation[j] : 0))
    const scaled = (values: Float64Array, feature: (p: number) => number) =>
      values.map((value, p) => {
        const j = feature(p)
        return deviation[j] > 0 ? (value - (sparse ? 0 : mean[j])) / deviation[j] : 0
      })
    if (sparse) this.matrix = { ...view, values: scaled(view.values, (p) => view.indices[p]) }
    else this.matrix = { ...view, data: scaled(view.data, (p) => p % view.columns) }
    this.values = isSparse(this.matrix) ? this.matrix.values : this.matrix.data
  }

  private feature(p: number): number {
    return isSparse(this.matrix) ? this.matrix.indices[p] : p % this.matrix.columns
  }

  score(p: number): number {
    return this.values[p] - this.shift[this.feature(p)]
  }

  set(p: number, score: number): void {
    this.values[p] = score + this.shift[this.feature(p)]
  }

  positions(view: Matrix | SparseMatrix, wanted: (value: number) => boolean): Uint32Array {
    const values = isSparse(view) ? view.values : view.data
    return Uint32Array.from(values.keys()).filter((p) => wanted(values[p]))
  }

  /** A tenth of the stored values that are known and vary, at least one where there is one; those of them that this rank has. */
  sampled(view: Matrix | SparseMatrix, random: Random): Uint32Array {
    const candidates = this.positions(view, Number.isFinite).filter((p) => this.features.deviation[this.feature(p)] > 0)
    const { total, begin, end } = rowRange(this.ranks, candidates.length)
    const count = Math.min(Math.ceil(total / 10), MOST_HELD)
    const chosen = new Set<number>()
    for (let draws = 0; chosen.size < count && draws < 20 * count; draws++) chosen.add(random.below(total))
    const localPlaces = [...chosen].filter((place) => place >= begin && place < end)
    return Uint32Array.from(localPlaces, (place) => candidates[place - begin]).sort()
  }

  /** Sets the values at the positions to those of the truncated decomposition; gives their relative squared change. */
  *complete(kernels: Kernels, positions: Uint32Array, rank: number, random: Random): Generator<Progress, number> {
    const { matrix, ranks } = this
    const mark = kernels.mark()
    const resident = operatorOverRanks(ranks, new KernelMatrix(kernels, matrix))
    const operator = isSparse(matrix)
      ? shiftedOperator(resident, this.shift, new Float64Array(matrix.rows).fill(1), ranks)
      : resident
    const { u, s, v } = yield* randomisedSvd(kernels, operator, rank, random, ranks)
    kernels.release(mark)
    const sums = new Float64Array(2)
    orderedSum(ranks, [sums], () => this.setInto(sums, positions, u, s, v))
    const [change, size] = sums
    return size > 0 ? change / size : 0
  }

  /** Sets the values at the positions to the entries of u·s·vᵀ and adds up their squared change and size. */
  private setInto(sums: Float64Array, positions: Uint32Array, u: Matrix, s: Float64Array, v: Matrix): void {
    const { matrix } = this
    let [change, size] = sums
    let row = 0
    for (const p of positions) {
      if (isSparse(matrix)) {
        row = matrix.pointers[row] > p ? 0 : row
        while (matrix.pointers[row + 1] <= p) row++
      } else row = Math.floor(p / matrix.columns)
      const j = this.feature(p)
      let score = 0
      for (let c = 0; c < s.length; c++) score += u.data[row * u.columns + c] * s[c] * v.data[j * v.columns + c]
      const before = this.score(p)
      change += (score - before) * (score - before)
      size += score * score
      this.set(p, score)
    }
    sums.set([change, size])
  }

  /** The view with the values at the positions put back into its own units, within the range of the feature. */
  filled<M extends Matrix | SparseMatrix>(view: M, positions: Uint32Array): M {
    const { mean, deviation, low, high } = this.features
    const values = (isSparse(view) ? view.values : (view as Matrix).data).slice()
    for (const p of positions) {
      const j = this.feature(p)
      values[p] = Math.min(Math.max(mean[j] + deviation[j] * this.score(p), low[j]), high[j])
    }
    return isSparse(view) ? { ...view, values } : { ...view, data: values }
  }
}

/** Over the values of all ranks. */
function rootMeanSquare(values: Float64Array, ranks: Ranks): number {
  const { total } = rowRange(ranks, values.length)
  const sum = new Float64Array(1)
  orderedSum(ranks, [sum], () => {
    for (const value of values) sum[0] += value * value
  })
  return total === 0 ? 0 : Math.sqrt(sum[0] / total)
}

/** What the values of each feature that are not missing look like; what a sparse view does not store is zero. */
export interface ObservedFeatures {
  mean: Float64Array
  /** Standard deviation. */
  deviation: Float64Array
  low: Float64Array
  high: Float64Array
}

/** Mean, deviation and range of every feature of a view (n×d) by the values that are not NaN, over the samples of all ranks: the bytes of one process. A feature without any is refused. O(entries). */
export function* observedFeatures(name: string, view: Rows, ranks: Ranks): Generator<Progress, ObservedFeatures> {
  const { columns } = view
  const { total: rows } = rowRange(ranks, view.rows)
  const { mean, count, stored } = yield* featureMeans(name, view, ranks)
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  yield* readRows(view, (block) =>
    eachValue(block, (value, j) => {
      if (Number.isNaN(value)) return
      low[j] = Math.min(low[j], value)
      high[j] = Math.max(high[j], value)
    }),
  )
  leastOverRanks(ranks, low)
  largestOverRanks(ranks, high)
  const square = new Float64Array(columns)
  for (let j = 0; j < columns; j++) {
    if (!hasSparseRows(view) || stored[j] === rows) continue
    low[j] = Math.min(low[j], 0)
    high[j] = Math.max(high[j], 0)
    square[j] = (rows - stored[j]) * mean[j] * mean[j]
  }
  yield* sumRows(ranks, view, square, (block) =>
    eachValue(block, (value, j) => {
      if (!Number.isNaN(value)) square[j] += (value - mean[j]) * (value - mean[j])
    }),
  )
  return { mean, deviation: square.map((sum, j) => Math.sqrt(sum / count[j])), low, high }
}
