import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { sparseRows } from './sparse-rows.ts'
import { standardisedRoots } from './standardised-roots.ts'
import { weightedWords } from './weighted-words.ts'

/** A view made ready for distances. */
export interface PreprocessedView {
  /** n×r scores, r at most the rank asked for: unit rows, or zero rows for samples that are absent. 0 columns: the view is constant. */
  scores: Matrix
  /** Which rule was used. */
  kind: 'words' | 'measurements' | 'constant'
  /** 1 where the sample has something to say in this view; an all-zero row of words is absent. */
  present: Uint8Array
}

/** Below this many dimensions the length of a row carries what its direction cannot. */
const FEW_DIMENSIONS = 4

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
  const words = view.columns >= FEW_DIMENSIONS && isWords(view)
  const present = new Uint8Array(view.rows).fill(1)
  let x: Operator | null
  if (words) {
    const { rows, shift, scales } = weightedWords(sparseRows(view))
    x = rows && shiftedOperator(new ResidentMatrix(kernels, rows), shift, scales)
    for (let i = 0; i < view.rows; i++) present[i] = rows && rows.pointers[i + 1] > rows.pointers[i] ? 1 : 0
  } else x = standardisedRoots(kernels, view)
  if (!x) return { scores: matrix(view.rows, 0), kind: 'constant', present }
  const { u, s } = yield* randomisedSvd(kernels, x, rank, random)
  kernels.release(mark)
  const kept = s.findLastIndex((value) => value > 1e-6 * s[0]) + 1
  const powers = s.map((value) => (words ? value : Math.sqrt(Math.sqrt(value))))
  const scores = matrix(view.rows, kept)
  for (let i = 0; i < view.rows; i++)
    for (let j = 0; j < kept; j++) scores.data[i * kept + j] = u.data[i * u.columns + j] * powers[j]
  scaleRows(scores)
  return { scores, kind: words ? 'words' : 'measurements', present }
}

function isWords(view: Matrix | SparseMatrix): boolean {
  const values = isSparse(view) ? view.values : view.data
  let nonZeros = 0
  for (let p = 0; p < values.length; p++) {
    if (values[p] < 0) return false
    if (values[p] > 0) nonZeros++
  }
  return nonZeros < 0.5 * view.rows * view.columns
}

/** Unit rows (lengths under 1e-12 become zero), or one common scale where dimensions are few. */
function scaleRows(scores: Matrix): void {
  const { rows, columns, data } = scores
  const squares = new Float64Array(rows)
  let total = 0
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) squares[i] += data[i * columns + j] * data[i * columns + j]
    total += squares[i]
  }
  for (let i = 0; i < rows; i++) {
    const length = Math.sqrt(columns < FEW_DIMENSIONS ? total / rows : squares[i])
    for (let j = 0; j < columns; j++) data[i * columns + j] = length < 1e-12 ? 0 : data[i * columns + j] / length
  }
}
