/** How far rows of a view are, one number per row and measure. */
export interface RowDistances {
  /** Mean distance from the nearest other rows. */
  readonly near: Float64Array
  /** Mean distance from the rows of the neighbours that the sample has in other views; NaN where it has none. */
  readonly away: Float64Array
}

/** Fewer rows, and fewer made-up ones, tell nothing. */
const ENOUGH_ROWS = 100
const ENOUGH_MADE_UP = 40
/** Deviations of made-up rows by which their mean must be beyond that of all rows in one of the distances: else nobody can tell them apart. */
const APART = 2.5
/** Fewer rows, or a smaller part of all, are not left out. */
const LEAST = 6
const LEAST_SHARE = 0.03

/** Deviations short of the mean of made-up rows, by distance, up to which a row is taken for spoilt, and up to which it looks a little like it. Of made-up rows about 0.6 and 0.9 lie there. */
const SPOILT = { near: 0.5, away: 1 }
const ALIKE = { near: 1.5, away: 1.5 }

/** Deviations short of the mean of made-up rows at a first look, which takes fewer of them: more than SPOILT.near, since their mean is less certain. */
const FIRST_SHORT = 1

/** Whether so many rows are about as far from their nearest ones as some made-up rows are that `spoiltRows` may find any, `heard` being those that it can judge. O(n). */
export function areSomeAsFar(near: Float64Array, madeUp: Float64Array, heard: number): boolean {
  const { mean, deviation } = spreadOf(madeUp, [...madeUp.keys()])
  const limit = mean - FIRST_SHORT * deviation
  let far = 0
  for (const distance of near) if (distance >= limit) far++
  return far >= Math.max(LEAST, LEAST_SHARE * heard)
}

/**
 * Marks the rows of a view that are as far as made-up rows (`madeUpRows`) are by both distances; null where there are too few of them, where made-up rows are not far, and where as many again are nearly as far: then they are the
 * last of the sound rows, which thin out, and no sort of their own. O(n).
 */
export function spoiltRows(rows: RowDistances, madeUp: RowDistances): Uint8Array | null {
  const judged = judgedRows(rows)
  const made = judgedRows(madeUp)
  if (judged.length < ENOUGH_ROWS || made.length < ENOUGH_MADE_UP) return null
  const [near, away] = [spreadOf(madeUp.near, made), spreadOf(madeUp.away, made)]
  const isApart = (of: Spread, values: Float64Array) => of.mean - spreadOf(values, judged).mean > APART * of.deviation
  if (!isApart(near, rows.near) && !isApart(away, rows.away)) return null
  const upTo = (short: { near: number; away: number }) => {
    const [nearest, closest] = [near.mean - short.near * near.deviation, away.mean - short.away * away.deviation]
    return judged.filter((i) => rows.near[i] >= nearest && rows.away[i] >= closest)
  }
  const spoilt = upTo(SPOILT)
  if (spoilt.length < Math.max(LEAST, LEAST_SHARE * judged.length)) return null
  if (upTo(ALIKE).length > 2 * spoilt.length) return null
  const marks = new Uint8Array(rows.near.length)
  for (const i of spoilt) marks[i] = 1
  return marks
}

interface Spread {
  mean: number
  deviation: number
}

function judgedRows({ near, away }: RowDistances): number[] {
  return [...near.keys()].filter((i) => !Number.isNaN(near[i] + away[i]))
}

function spreadOf(values: Float64Array, some: readonly number[]): Spread {
  const mean = some.reduce((sum, i) => sum + values[i], 0) / some.length
  const variance = some.reduce((sum, i) => sum + (values[i] - mean) * (values[i] - mean), 0) / some.length
  return { mean, deviation: Math.sqrt(variance) }
}
