/** What a normal deviation is for a median of distances from the median of 1. */
const NORMAL = 1.4826

/** The middle one of some values, or the mean of the two in the middle; NaN where there are none. O(n·log n). */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** How many deviations each number lies above the median, the deviation being taken from the median distance to it, so that a few extremes change neither; NaN stays NaN. O(n·log n). */
export function deviations(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value))
  const middle = median(known)
  const spread = NORMAL * median(known.map((value) => Math.abs(value - middle)))
  return values.map((value) => (spread > 0 ? (value - middle) / spread : Number.isNaN(value) ? NaN : 0))
}
