/** Standard deviation of normal numbers whose median distance from their median is 1. */
const NORMAL = 1.4826

/** Finds the middle one of n values, or the mean of the two in the middle; NaN where there are none or one is NaN. O(n). */
export function median(values: ArrayLike<number>): number {
  const copy = new Float64Array(values)
  if (copy.length === 0 || copy.some(Number.isNaN)) return NaN
  const middle = copy.length >> 1
  const upper = nthSmallestInto(copy, middle)
  if (copy.length % 2 === 1) return upper
  let lower = copy[0]
  for (let p = 1; p < middle; p++) if (copy[p] > lower) lower = copy[p]
  return (lower + upper) / 2
}

/** The median of some numbers and their deviation, taken from the median distance to it, so that a few extremes change neither. */
export interface RobustScale {
  middle: number
  spread: number
}

/** Measures the median and the deviation of n values; NaN where there are none. O(n). */
export function robustScale(values: Float64Array): RobustScale {
  const middle = median(values)
  return { middle, spread: NORMAL * median(values.map((value) => Math.abs(value - middle))) }
}

/** Counts by how many deviations a number lies above the median; 0 where the deviation is 0. NaN stays NaN. */
export function deviationFrom({ middle, spread }: RobustScale, value: number): number {
  return spread > 0 ? (value - middle) / spread : Number.isNaN(value) ? NaN : 0
}

/** Counts by how many deviations each of n numbers lies above the median of all; NaN stays NaN. O(n). */
export function deviations(values: Float64Array): Float64Array {
  const reference = robustScale(values.filter((value) => !Number.isNaN(value)))
  return values.map((value) => deviationFrom(reference, value))
}

/** Values below which a sort ends the search. */
const FEW = 12

/** Moves the value that has `n` smaller or equal ones to place n, smaller ones before it and larger ones after it, and returns it; values must not be NaN. O(length) on average. Source: Hoare, quickselect, 1961. */
export function nthSmallestInto(values: Float64Array, n: number): number {
  let begin = 0
  let end = values.length - 1
  while (end - begin >= FEW) {
    const middle = (begin + end) >> 1
    const pivot = middleOf(values[begin], values[middle], values[end])
    let [left, right] = [begin, end]
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const value = values[left]
      values[left++] = values[right]
      values[right--] = value
    }
    if (n <= right) end = right
    else if (n >= left) begin = left
    else return values[n]
  }
  values.subarray(begin, end + 1).sort()
  return values[n]
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
