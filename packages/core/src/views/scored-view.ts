import { matrix, squaredLengths } from '../numerics/linalg/matrix.ts'
import type { TruncatedSvd } from '../numerics/linalg/randomised-svd.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { CentredColumns } from './centred-columns.ts'
import { commonLength, comparableRowsInto, FEW_DIMENSIONS } from './comparable-rows.ts'
import type { PreprocessedView } from './preprocess-view.ts'
import type { StandardisedShares } from './standardised-shares.ts'
import type { ViewTransform } from './view-transform.ts'
import type { WeightedWords } from './weighted-words.ts'

/** Scores of a view that distances go by. */
export const RANK = 30

/** How a view was made ready before its singular vectors were found. */
export type Readied =
  | ({ kind: 'words' } & Pick<WeightedWords, 'idf' | 'shift'>)
  | ({ kind: 'measurements' } & Pick<StandardisedShares, 'columns' | 'statistics'>)
  | ({ kind: 'scores' } & Pick<CentredColumns, 'shift'>)

/**
 * The `rank` leading scores of a view (n×d), and as many as there are, from its leading singular triplets (u·s of words, u·s^¼ of anything else), made comparable, with the transform that gives
 * other samples scores in the same space. O((n + d) · rank).
 */
export function scoredView(
  view: { rows: number; columns: number },
  { u, s, v }: TruncatedSvd,
  rank: number,
  present: Uint8Array,
  made: Readied,
  ranks: Ranks,
): Omit<PreprocessedView, 'entries'> {
  const all = s.findLastIndex((value) => value > 1e-6 * s[0]) + 1
  const width = Math.min(all, rank)
  const powers = powersOf(s, made.kind)
  const leading = (count: number) => {
    const result = matrix(view.rows, count)
    for (let i = 0; i < view.rows; i++)
      for (let j = 0; j < count; j++) result.data[i * count + j] = u.data[i * u.columns + j] * powers[j]
    return result
  }
  const scores = leading(width)
  const length = width < FEW_DIMENSIONS ? commonLength(scores, ranks) : 0
  const lengths = squaredLengths(scores).map(Math.sqrt)
  const comparable = comparableRowsInto(scores, ranks)
  return {
    scores: comparable,
    wide: all > width ? comparableRowsInto(leading(all), ranks) : comparable,
    lengths,
    kind: made.kind,
    present,
    transform: scoresTransform(view.columns, { s, v }, width, made, length),
  }
}

/** What singular vectors are multiplied by to be scores. */
function powersOf(s: Float64Array, kind: Readied['kind']): Float64Array {
  return s.map((value) => (kind === 'words' ? value : Math.sqrt(Math.sqrt(value))))
}

/** How other samples get the `rank` leading scores of a view: by its singular values and the vectors of its features. `length` is what all scores are divided by, 0: each sample by its own. */
export function scoresTransform(
  features: number,
  { s, v }: Pick<TruncatedSvd, 's' | 'v'>,
  rank: number,
  made: Readied,
  length: number,
): ViewTransform {
  const powers = powersOf(s, made.kind)
  // u·power = (x·v)·(power/s), so features enter the scores by v·power/s.
  const projection = new Float32Array(features * rank)
  for (let row = 0; row < v.rows; row++) {
    const feature = made.kind === 'measurements' ? made.columns[row] : row
    const scale = made.kind === 'measurements' ? made.statistics.scale[feature] : 1
    for (let j = 0; j < rank; j++)
      projection[feature * rank + j] = (v.data[row * v.columns + j] * powers[j] * scale) / s[j]
  }
  return { features, rank, projection, length, ...statisticsOf(made) } as ViewTransform
}

function statisticsOf(made: Readied) {
  if (made.kind === 'words') return { kind: made.kind, idf: made.idf, shift: made.shift }
  if (made.kind === 'scores') return { kind: made.kind, mean: made.shift }
  const { low, high, roots, mean } = made.statistics
  return { kind: made.kind, low, high, roots, mean }
}
