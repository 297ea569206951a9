import type { Random } from '../../random/random.ts'

/** More made-up samples would not change their quantiles. */
const MOST = 4096

/** Within so many deviations of the median every sample is usual. */
const USUAL = 1

/** Samples that are made up of the views of different samples: made-up sample m has view v of sample `result[v][m]`. None of one view alone. O(n + views · 4,096). */
export function mixSamples(samples: number, views: number, random: Random): Uint32Array[] {
  const order = random.permutation(samples)
  const step = Math.ceil(samples / views)
  const count = views > 1 ? Math.min(samples, MOST) : 0
  return Array.from({ length: views }, (_, v) =>
    Uint32Array.from({ length: count }, (_, m) => order[(m + v * step) % samples]),
  )
}

/**
 * From how many deviations on the views of a sample are so far `apart` that it more likely than not has the views of different samples; `mixed` says how far apart those of made-up samples are. Half of the made-up samples
 * are past their median, so twice as many samples are mixed as are past it. The limit is the one past which most of these lie, less the other samples past it. Infinity where samples past the median are not as far apart as made-up ones: then they
 * are usual ones. O(n·log n).
 */
export function mixedLimit(apart: Float64Array, mixed: Float64Array): number {
  const known = apart.filter((value) => !Number.isNaN(value)).sort()
  const made = mixed.filter((value) => !Number.isNaN(value)).sort()
  const [middle, high] = [made[made.length >> 1], made[Math.floor(0.75 * made.length)]]
  if (!(middle >= USUAL) || known.length === 0) return Infinity
  const past = countAbove(known, middle)
  // Of mixed samples half as many are past the upper quartile, give or take two deviations.
  if (countAbove(known, high) < past / 2 - Math.sqrt(past)) return Infinity
  const share = (2 * past) / known.length
  const gain = (limit: number) =>
    (2 * share * countAbove(made, limit)) / made.length - countAbove(known, limit) / known.length
  let best = middle
  for (let m = made.length >> 1; made[m] >= USUAL; m--) if (gain(made[m]) > gain(best)) best = made[m]
  return best
}

/** How many of ascending numbers are above a limit. */
function countAbove(ascending: Float64Array, limit: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ascending[middle] > limit) to = middle
    else from = middle + 1
  }
  return ascending.length - from
}
