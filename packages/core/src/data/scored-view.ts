import { matrix } from '../linalg/matrix.ts'
import type { TruncatedSvd } from '../linalg/randomised-svd.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { commonLength, comparableRows, FEW_DIMENSIONS } from './comparable-rows.ts'
import type { PreprocessedView } from './preprocess-view.ts'
import type { StandardisedRoots } from './standardised-roots.ts'
import type { WeightedWords } from './weighted-words.ts'

/** Scores of a view that distances go by. */
export const RANK = 30

/**
 * The `rank` leading scores of a view (n×d), and as many as there are, from the leading singular triplets of its weighted words (u·s) or, where `words` is null, of its standardised roots (u·s^¼),
 * made comparable, with the transform that gives other samples scores in the same space. O((n + d) · rank).
 */
export function scoredView(
  view: { rows: number; columns: number },
  { u, s, v }: TruncatedSvd,
  rank: number,
  present: Uint8Array,
  words: Pick<WeightedWords, 'idf' | 'shift'> | null,
  roots: Pick<StandardisedRoots, 'columns' | 'statistics'> | null,
  communicator: Communicator = oneProcess,
): PreprocessedView {
  const all = s.findLastIndex((value) => value > 1e-6 * s[0]) + 1
  const kept = Math.min(all, rank)
  const powers = s.map((value) => (words ? value : Math.sqrt(Math.sqrt(value))))
  const leading = (count: number) => {
    const result = matrix(view.rows, count)
    for (let i = 0; i < view.rows; i++)
      for (let j = 0; j < count; j++) result.data[i * count + j] = u.data[i * u.columns + j] * powers[j]
    return result
  }
  const scores = leading(kept)
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
    length: kept < FEW_DIMENSIONS ? commonLength(scores, communicator) : 0,
  }
  const comparable = comparableRows(scores, communicator)
  return {
    scores: comparable,
    wide: all > kept ? comparableRows(leading(all), communicator) : comparable,
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
