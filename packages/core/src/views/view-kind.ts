import type { Matrix } from '../numerics/linalg/matrix.ts'
import { hasSparseRows, type Rows } from '../numerics/linalg/rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import { gatherSamples } from './gather-samples.ts'
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
  const sample = gatherSamples(ranks, view, evenlySpaced(total, MOST_ROWS))
  return isScores(sample as Matrix) ? 'scores' : 'measurements'
}

/** Rank correlation of a column's place and its spread from which on the spread falls. */
const FALLING = -0.9
/** Mean squared correlation of columns in units of 1/n: columns drawn without any correlation have 1. */
const UNCORRELATED = 4
/** Mean squared correlation, in the same units, where there are as many columns as rows: only principal scores of these very rows come so close to 0. */
const EXACTLY_UNCORRELATED = 0.1

/**
 * True for what looks like principal scores and their kin (n×d): more than 4 columns and no fewer rows than columns, negative entries, no constant column, columns that do not correlate, and spreads that fall from
 * column to column. Such columns are measured in one unit already, and bringing them all to the same spread would make noise as loud as what matters. O(n·d), O(n·d²) where spreads fall.
 */
export function isScores({ rows, columns, data }: Matrix): boolean {
  if (columns <= FEW_DIMENSIONS || rows < columns || !hasNegative(data)) return false
  const mean = new Float64Array(columns)
  const spread = new Float64Array(columns)
  for (let i = 0, p = 0; i < rows; i++) for (let j = 0; j < columns; j++) mean[j] += data[p++] / rows
  for (let i = 0, p = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const apart = data[p++] - mean[j]
      spread[j] += apart * apart
    }
  if (spread.some((square) => !(square > 0 && square < Infinity))) return false
  if (rankCorrelation(spread) > FALLING) return false
  const length = spread.map(Math.sqrt)
  const pairs = (columns * (columns - 1)) / 2
  const most = (rows > columns ? UNCORRELATED : EXACTLY_UNCORRELATED) / rows
  let sum = 0
  for (let a = 1; a < columns; a++)
    for (let b = 0; b < a; b++) {
      let product = 0
      for (let i = 0; i < rows; i++) product += (data[i * columns + a] - mean[a]) * (data[i * columns + b] - mean[b])
      const correlation = product / (length[a] * length[b])
      sum += correlation * correlation
      // Of most views a few pairs tell.
      if (!(sum / pairs < most)) return false
    }
  return true
}

function hasNegative(values: Float64Array): boolean {
  for (let p = 0; p < values.length; p++) if (values[p] < 0) return true
  return false
}

/** Spearman's correlation of values with their places. */
function rankCorrelation(values: Float64Array): number {
  const count = values.length
  const order = [...values.keys()].sort((a, b) => values[a] - values[b])
  let squares = 0
  order.forEach((place, rank) => {
    squares += (place - rank) * (place - rank)
  })
  return 1 - (6 * squares) / (count * (count * count - 1))
}

/** True for what looks like words: fewer than half of the entries differ from 0, and none is below where `signed` is false. The rows of all ranks count. O(entries). */
export function* isWords(view: Rows, ranks: Ranks, signed = true): Generator<Progress, boolean> {
  const counts = Float64Array.of(0, 0, view.rows * view.columns)
  yield* readRows(view, (block) => {
    const values = 'pointers' in block ? block.values : block.data
    counts[0] += entriesOf(values)
    counts[1] += signed ? 0 : negativesOf(values)
  })
  ranks.allReduceSum(counts)
  const [entries, negatives, all] = counts
  return entries < 0.5 * all && negatives === 0
}

/** How many differ from 0. */
function entriesOf(values: Float64Array): number {
  let count = 0
  for (let p = 0; p < values.length; p++) if (values[p] !== 0) count++
  return count
}

/** How many are below 0. */
function negativesOf(values: Float64Array): number {
  let count = 0
  for (let p = 0; p < values.length; p++) if (values[p] < 0) count++
  return count
}
