import { nthSmallestInto } from './nth-smallest.ts'

/** What a normal deviation is for a median of distances from the median of 1. */
const NORMAL = 1.4826

/** The middle one of some values, or the mean of the two in the middle; NaN where there are none or one is NaN. O(n). */
export function median(values: ArrayLike<number>): number {
  const some = new Float64Array(values)
  if (some.length === 0 || some.some(Number.isNaN)) return NaN
  const middle = some.length >> 1
  const upper = nthSmallestInto(some, middle)
  if (some.length % 2 === 1) return upper
  let lower = some[0]
  for (let p = 1; p < middle; p++) if (some[p] > lower) lower = some[p]
  return (lower + upper) / 2
}

/** The middle of some numbers and their deviation, taken from the median distance to it, so that a few extremes change neither. */
export interface Usual {
  middle: number
  spread: number
}

/** What is usual among some values; NaN where there are none. O(n). */
export function usual(values: Float64Array): Usual {
  const middle = median(values)
  return { middle, spread: NORMAL * median(values.map((value) => Math.abs(value - middle))) }
}

/** How many deviations a number lies above the middle; 0 where the usual ones are all alike. NaN stays NaN. */
export function deviationFrom({ middle, spread }: Usual, value: number): number {
  return spread > 0 ? (value - middle) / spread : Number.isNaN(value) ? NaN : 0
}

/** How many deviations each number lies above the median of all; NaN stays NaN. O(n). */
export function deviations(values: Float64Array): Float64Array {
  const among = usual(values.filter((value) => !Number.isNaN(value)))
  return values.map((value) => deviationFrom(among, value))
}
