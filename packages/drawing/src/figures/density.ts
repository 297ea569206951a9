/** Parts that the range of all values is divided into before it is smoothed. */
const bins = 128

/**
 * The density of some values (n, not all equal) at the middles of 128 parts of `low` to `high`, by Gaussian kernels of Silverman's width, 0 outside of the values' own range; values in the same part count as one. Its sum times the width of
 * a part is about 1. O(n log n).
 */
export function density(values: Float64Array, low: number, high: number): Float64Array {
  const width = (high - low) / bins
  const counts = new Float64Array(bins)
  const part = (value: number) => Math.min(bins - 1, Math.floor((value - low) / width))
  for (const value of values) counts[part(value)]++
  const sorted = values.slice().sort()
  const kernel = Math.max(width, silverman(sorted))
  const smooth = new Float64Array(bins)
  for (let at = part(sorted[0]); at <= part(sorted[sorted.length - 1]); at++)
    for (let from = 0; from < bins; from++) {
      const steps = ((at - from) * width) / kernel
      if (counts[from] > 0) smooth[at] += counts[from] * Math.exp(-0.5 * steps * steps)
    }
  const sum = smooth.reduce((all, each) => all + each, 0)
  return smooth.map((each) => each / (sum * width))
}

/** 0.9 · min(standard deviation, interquartile range / 1.34) · n^(−1/5) (Silverman 1986, 3.31); the deviation alone where the quartiles are equal, as of many zeros. */
function silverman(sorted: Float64Array): number {
  const n = sorted.length
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n)
  const spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34
  return 0.9 * (spread > 0 ? Math.min(deviation, spread) : deviation) * n ** -0.2
}

/** A quantile of values in ascending order, between neighbours by their distance. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below] + (place - below) * (sorted[above] - sorted[below])
}

/** The middles of the parts of `low` to `high`. */
export function middles(low: number, high: number): number[] {
  return Array.from({ length: bins }, (_, part) => low + ((part + 0.5) * (high - low)) / bins)
}
