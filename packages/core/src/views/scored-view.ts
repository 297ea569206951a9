import { matrix, squaredLengths } from '../numerics/linalg/matrix.ts'
import type { TruncatedSvd } from '../numerics/linalg/randomised-svd.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
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
 * The `rank` leading scores of a view (n×d), and as many as there are, from its leading singular triplets, made comparable, with the transform that gives other samples scores in the same space. Scores are u·s of words
 * and where few directions stand out (`hasFewDirections`, or `wantsUnit` is false), and u·s^¼ of anything else. Rows get unit length but where there are few dimensions or directions. O((n + d) · rank).
 */
export function scoredView(
  view: { rows: number; columns: number },
  { u, s, v }: TruncatedSvd,
  rank: number,
  present: Uint8Array,
  made: Readied,
  ranks: Ranks,
  wantsUnit?: boolean,
): Omit<PreprocessedView, 'entries'> {
  const all = s.findLastIndex((value) => value > 1e-6 * s[0]) + 1
  const width = Math.min(all, rank)
  const { total } = rowRange(ranks, view.rows)
  const isFew = width >= FEW_DIMENSIONS && made.kind !== 'words' && !(wantsUnit ?? !hasFewDirections(s, made, total))
  const isUnit = width >= FEW_DIMENSIONS && !isFew
  const powers = powersOf(s, made.kind, isFew)
  const leading = (count: number) => {
    const result = matrix(view.rows, count)
    for (let i = 0; i < view.rows; i++)
      for (let j = 0; j < count; j++) result.data[i * count + j] = u.data[i * u.columns + j] * powers[j]
    return result
  }
  const scores = leading(width)
  const length = isUnit ? 0 : commonLength(scores, ranks)
  const lengths = squaredLengths(scores).map(Math.sqrt)
  const comparable = comparableRowsInto(scores, ranks, isUnit)
  return {
    scores: comparable,
    wide: all > width ? comparableRowsInto(leading(all), ranks, isUnit) : comparable,
    lengths,
    isUnit,
    kind: made.kind,
    present,
    transform: scoresTransform(view.columns, { s, v }, width, made, length, isFew),
  }
}

/**
 * True where fewer than `FEW_DIMENSIONS` directions of a view with n `samples` stand out from noise: what is left without them is no larger in any direction than noise of its size is, √n + √d deviations. Their scores keep
 * their spread and their length then, as groups along a line or in a plane need it: brought to one spread, noise would hide them, and unit rows would scatter what lies in the middle. Never of words. O(1).
 */
export function hasFewDirections(s: Float64Array, made: Readied, samples: number): boolean {
  if (made.kind === 'words') return false
  // Standardised columns have n squares each. Columns that are scores themselves are told by the leading ones, which are nearly all there is.
  const known = s.subarray(0, RANK)
  const columns = made.kind === 'measurements' ? made.columns.length : known.length
  let squares = made.kind === 'measurements' ? samples * columns : known.reduce((sum, value) => sum + value * value, 0)
  for (let j = 0; j < FEW_DIMENSIONS; j++) {
    const others = columns - j
    const deviation = Math.sqrt(squares / (samples * others))
    if (!(s[j] > deviation * (Math.sqrt(samples) + Math.sqrt(others)))) return true
    squares -= s[j] * s[j]
  }
  return false
}

/** What singular vectors are multiplied by to be scores. */
function powersOf(s: Float64Array, kind: Readied['kind'], isFew: boolean): Float64Array {
  return s.map((value) => (kind === 'words' || isFew ? value : Math.sqrt(Math.sqrt(value))))
}

/** How other samples get the `rank` leading scores of a view: by its singular values and the vectors of its features. `length` is what all scores are divided by, 0: each sample by its own; `isFew` as `hasFewDirections` says. */
export function scoresTransform(
  features: number,
  { s, v }: Pick<TruncatedSvd, 's' | 'v'>,
  rank: number,
  made: Readied,
  length: number,
  isFew: boolean,
): ViewTransform {
  const powers = powersOf(s, made.kind, isFew)
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
