import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { shiftedOperator } from '../linalg/shifted-operator.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { commonLength, comparableRows, FEW_DIMENSIONS } from './comparable-rows.ts'
import { isWords } from './is-words.ts'
import { sparseRows } from './sparse-rows.ts'
import { standardisedRoots } from './standardised-roots.ts'
import type { ViewTransform } from './view-transform.ts'
import { weightedWords } from './weighted-words.ts'

/** A view made ready for distances. */
export interface PreprocessedView {
  /** n×r scores, r at most the rank asked for: unit rows, or zero rows for samples that are absent. 0 columns: the view is constant. */
  scores: Matrix
  /** Which rule was used. */
  kind: 'words' | 'measurements' | 'constant'
  /** 1 where the sample has something to say in this view; an all-zero row of words is absent. */
  present: Uint8Array
  /** How other samples get scores in the same space; null: the view is constant. */
  transform: ViewTransform | null
}

/**
 * Brings one view (n×d) into a form whose distances mean the same in every view; the rule looks at the view only.
 * Words (4 or more features, no negative entry, fewer than half of the entries non-zero): square roots of tf-idf, centred unit rows, leading `rank` principal scores.
 * Measurements (all else): square roots above the column's minimum, standardised, scores u·s^¼ (close to whitening).
 * Scores then become unit rows; with fewer than 4 dimensions they are scaled together to mean squared length 1. Sparse views stay sparse.
 * O(entries · rank). Default rank 30.
 */
export function* preprocessView(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  random: Random,
  rank = 30,
): Generator<Progress, PreprocessedView> {
  const mark = kernels.mark()
  const counted = view.columns >= FEW_DIMENSIONS && isWords(view) ? weightedWords(sparseRows(view)) : null
  // Counts that only differ in length look all the same as words.
  const words = counted?.rows ? counted : null
  const present = new Uint8Array(view.rows).fill(1)
  if (words)
    for (let i = 0; i < view.rows; i++) present[i] = words.rows!.pointers[i + 1] > words.rows!.pointers[i] ? 1 : 0
  const roots = words ? null : standardisedRoots(kernels, view)
  const x = words ? shiftedOperator(new ResidentMatrix(kernels, words.rows!), words.shift, words.scales) : roots?.x
  if (!x) return { scores: matrix(view.rows, 0), kind: 'constant', present, transform: null }
  const { u, s, v } = yield* randomisedSvd(kernels, x, rank, random)
  kernels.release(mark)
  const kept = s.findLastIndex((value) => value > 1e-6 * s[0]) + 1
  const powers = s.map((value) => (words ? value : Math.sqrt(Math.sqrt(value))))
  const scores = matrix(view.rows, kept)
  for (let i = 0; i < view.rows; i++)
    for (let j = 0; j < kept; j++) scores.data[i * kept + j] = u.data[i * u.columns + j] * powers[j]
  // u·power = (x·v)·(power/s), so features enter the scores by v·power/s.
  const projection = new Float32Array(view.columns * kept)
  for (let row = 0; row < v.rows; row++) {
    const feature = roots ? roots.columns[row] : row
    const scale = roots ? roots.statistics.scale[feature] : 1
    for (let j = 0; j < kept; j++)
      projection[feature * kept + j] = (v.data[row * v.columns + j] * powers[j] * scale) / s[j]
  }
  const shape = {
    features: view.columns,
    rank: kept,
    projection,
    length: kept < FEW_DIMENSIONS ? commonLength(scores) : 0,
  }
  return {
    scores: comparableRows(scores),
    kind: words ? 'words' : 'measurements',
    present,
    transform: words
      ? { kind: 'words', ...shape, idf: words.idf, shift: words.shift }
      : {
          kind: 'measurements',
          ...shape,
          low: roots!.statistics.low,
          high: roots!.statistics.high,
          mean: roots!.statistics.mean,
        },
  }
}
