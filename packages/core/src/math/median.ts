/** What a normal deviation is for a median of distances from the median of 1. */
const NORMAL = 1.4826

/** The middle one of some values, or the mean of the two in the middle; NaN where there are none. O(n·log n). */
export function median(values: ArrayLike<number>): number {
  const sorted = new Float64Array(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The middle of some numbers and their deviation, taken from the median distance to it, so that a few extremes change neither. */
export interface Usual {
  middle: number
  spread: number
}

/** What is usual among some values; NaN where there are none. O(n·log n). */
export function usual(values: Float64Array): Usual {
  const middle = median(values)
  return { middle, spread: NORMAL * median(values.map((value) => Math.abs(value - middle))) }
}

/** How many deviations a number lies above the middle; 0 where the usual ones are all alike. NaN stays NaN. */
export function deviationFrom({ middle, spread }: Usual, value: number): number {
  return spread > 0 ? (value - middle) / spread : Number.isNaN(value) ? NaN : 0
}

/** How many deviations each number lies above the median of all; NaN stays NaN. O(n·log n). */
export function deviations(values: Float64Array): Float64Array {
  const among = usual(values.filter((value) => !Number.isNaN(value)))
  return values.map((value) => deviationFrom(among, value))
}
