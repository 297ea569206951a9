import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { operatorOverRanks } from '../linalg/operator-over-ranks.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { shiftedOperator } from '../linalg/shifted-operator.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import { isWords } from './is-words.ts'
import { RANK, scoredView } from './scored-view.ts'
import { sparseRows } from './sparse-rows.ts'
import { standardisedRoots } from './standardised-roots.ts'
import type { ViewTransform } from './view-transform.ts'
import { weightedWords } from './weighted-words.ts'

/** A view made ready for distances. */
export interface PreprocessedView {
  /** n×r scores, r at most the rank asked for: unit rows, or zero rows for samples that are absent. 0 columns: the view is constant. */
  scores: Matrix
  /** More of the scores, where more were asked for (`wide`): rows in the same form; else the same matrix. */
  wide: Matrix
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
 * Ranks give their own rows of the view and get their own rows of the scores, the same bytes as in one process. O(entries · rank). Default rank 30.
 */
export function* preprocessView(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  random: Random,
  rank = RANK,
  communicator: Communicator = oneProcess,
  wide = rank,
): Generator<Progress, PreprocessedView> {
  const mark = kernels.mark()
  const countable = view.columns >= FEW_DIMENSIONS && isWords(view, communicator)
  const counted = countable ? weightedWords(sparseRows(view), communicator) : null
  // Counts that only differ in length look all the same as words.
  const words = counted?.rows ? counted : null
  const present = new Uint8Array(view.rows).fill(1)
  if (words)
    for (let i = 0; i < view.rows; i++) present[i] = words.rows!.pointers[i + 1] > words.rows!.pointers[i] ? 1 : 0
  const roots = words ? null : standardisedRoots(kernels, view, communicator)
  const rows = (sparse: SparseMatrix) => operatorOverRanks(communicator, new ResidentMatrix(kernels, sparse))
  const x = words ? shiftedOperator(rows(words.rows!), words.shift, words.scales, communicator) : roots?.x
  const nothing = matrix(view.rows, 0)
  if (!x) return { scores: nothing, wide: nothing, kind: 'constant', present, transform: null }
  const triplets = yield* randomisedSvd(kernels, x, Math.max(rank, wide), random, communicator, rank)
  kernels.release(mark)
  return scoredView(view, triplets, rank, present, words, roots, communicator)
}
