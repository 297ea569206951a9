import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import { isScores, SEEN_FOR_SCORES } from './is-scores.ts'
import { isWords } from './is-words.ts'
import { someRows } from './some-rows.ts'

/** What a view holds: counts of words, measurements in units of their own, or scores in one unit (principal components and their kin). */
export const viewKinds = ['words', 'measurements', 'scores'] as const
export type ViewKind = (typeof viewKinds)[number]

/** What a view (n×d) looks like. Ranks give their own rows, and all come to the same. O(entries). */
export function viewKind(view: Matrix | SparseMatrix, communicator: Communicator = oneProcess): ViewKind {
  if (view.columns >= FEW_DIMENSIONS && isWords(view, communicator)) return 'words'
  return !isSparse(view) && isScores(someRows(view, SEEN_FOR_SCORES, communicator)) ? 'scores' : 'measurements'
}
