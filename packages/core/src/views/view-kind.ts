import type { Matrix } from '../numerics/linalg/matrix.ts'
import { hasSparseRows, type Rows } from '../numerics/linalg/rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import { gatherSamples } from './gather-samples.ts'
import { isScores } from './is-scores.ts'
import { isWords } from './is-words.ts'
import type { ViewKind } from './treatments.ts'

/** Rows that are looked at for scores, evenly spaced. */
const MOST_ROWS = 5000

/** True for counts of words, which go by the rule of words and have no sign. Ranks give their own rows, and all come to the same. O(entries). */
export function* holdsWords(view: Rows, ranks: Ranks): Generator<Progress, boolean> {
  return view.columns >= FEW_DIMENSIONS && (yield* isWords(view, ranks, false))
}

/** What a view (n×d) looks like. Ranks give their own rows, and all come to the same. O(entries). */
export function* viewKind(view: Rows, ranks: Ranks): Generator<Progress, ViewKind> {
  const { total } = rowRange(ranks, view.rows)
  if (view.columns >= FEW_DIMENSIONS && (yield* isWords(view, ranks))) return 'words'
  if (hasSparseRows(view) || Math.min(total, MOST_ROWS) < view.columns) return 'measurements'
  const some = gatherSamples(ranks, view, evenlySpaced(total, MOST_ROWS))
  return isScores(some as Matrix) ? 'scores' : 'measurements'
}
