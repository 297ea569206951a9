import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { operatorOverRanks } from '../linalg/operator-over-ranks.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { type Operator, shiftedOperator } from '../linalg/shifted-operator.ts'
import { isSparse, type SparseMatrix, toDense } from '../linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { centredColumns } from './centred-columns.ts'
import { RANK, type Readied, scoredView } from './scored-view.ts'
import { sparseRows } from './sparse-rows.ts'
import { standardisedRoots } from './standardised-roots.ts'
import { type ViewKind, viewKind } from './view-kind.ts'
import type { ViewTransform } from './view-transform.ts'
import { weightedWords } from './weighted-words.ts'

/** A view made ready for distances. */
export interface PreprocessedView {
  /** n×r scores, r at most the rank asked for: unit rows, or zero rows for samples that are absent. 0 columns: the view is constant. */
  scores: Matrix
  /** More of the scores, where more were asked for (`wide`): rows in the same form; else the same matrix. */
  wide: Matrix
  /** Which rule was used. */
  kind: ViewKind | 'constant'
  /** 1 where the sample has something to say in this view; an all-zero row of words is absent. */
  present: Uint8Array
  /** How other samples get scores in the same space; null: the view is constant. */
  transform: ViewTransform | null
}

/** How a view is made ready. */
export interface Preprocessing {
  /** Leading scores that distances go by, default 30. */
  rank?: number
  /** Leading scores that are kept, at least `rank`, the default; those beyond `rank` are approximate where the view is large. */
  wide?: number
  /** What the view holds, where it is known; else it is looked at. */
  kind?: ViewKind
  communicator?: Communicator
}

/**
 * Brings one view (n×d) into a form whose distances mean the same in every view; the rule looks at the view only.
 * Words (4 or more features, no negative entry, fewer than half of the entries non-zero): square roots of tf-idf, centred unit rows, leading `rank` principal scores.
 * Scores (principal components and their kin, see `isScores`): centred, scores u·s^¼ (close to whitening).
 * Measurements (all else): square roots above the column's minimum, standardised, scores u·s^¼.
 * Scores then become unit rows; with fewer than 4 dimensions they are scaled together to mean squared length 1. Sparse views stay sparse.
 * Ranks give their own rows of the view and get their own rows of the scores, the same bytes as in one process. O(entries · rank).
 */
export function* preprocessView(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  random: Random,
  { rank = RANK, wide = rank, kind, communicator = oneProcess }: Preprocessing = {},
): Generator<Progress, PreprocessedView> {
  const mark = kernels.mark()
  const wanted = kind ?? viewKind(view, communicator)
  const present = new Uint8Array(view.rows).fill(1)
  const ready = readied(kernels, view, wanted, present, communicator)
  const nothing = matrix(view.rows, 0)
  if (!ready) return { scores: nothing, wide: nothing, kind: 'constant', present, transform: null }
  const triplets = yield* randomisedSvd(kernels, ready.x, Math.max(rank, wide), random, communicator, rank)
  kernels.release(mark)
  return scoredView(view, triplets, rank, present, ready.made, communicator)
}

/** The view as an operator, by the rule of its kind; samples that have nothing to say are marked in `present`. Null where no two samples differ. */
function readied(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  kind: ViewKind,
  present: Uint8Array,
  communicator: Communicator,
): { x: Operator; made: Readied } | null {
  const words = kind === 'words' ? weightedWords(sparseRows(view), communicator) : null
  // Counts that only differ in length look all the same as words.
  if (words?.rows) {
    for (let i = 0; i < view.rows; i++) present[i] = words.rows.pointers[i + 1] > words.rows.pointers[i] ? 1 : 0
    const rows = operatorOverRanks(communicator, new ResidentMatrix(kernels, words.rows))
    return { x: shiftedOperator(rows, words.shift, words.scales, communicator), made: { kind, ...words } as Readied }
  }
  if (kind === 'scores') {
    const { x, mean } = centredColumns(kernels, isSparse(view) ? toDense(view) : view, communicator)
    return { x, made: { kind, mean } }
  }
  const roots = standardisedRoots(kernels, view, communicator)
  return roots && { x: roots.x, made: { kind: 'measurements', ...roots } }
}
