import type { Random } from '../../random/random.ts'

/** More made-up samples would not change their quantiles. */
const MOST = 4096

/** Views that seem mixed in more than this share of the samples are not related closely enough to tell. */
const MOST_MIXED = 0.2

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
 * From how many deviations on the views of a sample are so far `apart` that it more likely than not has the views of different samples; `mixed` says how far apart those of made-up samples are. Half and a quarter of the
 * made-up samples are past two distances; how many samples are past them tells the share that is mixed. The limit is the one past which most of these lie, less the other samples past it. Infinity where too many usual
 * samples are as far apart as made-up ones. O(n·log n).
 */
export function mixedLimit(apart: Float64Array, mixed: Float64Array): number {
  const known = apart.filter((value) => !Number.isNaN(value)).sort()
  const made = mixed.filter((value) => !Number.isNaN(value)).sort()
  const [middle, high] = [made[made.length >> 1], made[Math.floor(0.75 * made.length)]]
  if (!(shareAbove(made, high) > 0)) return Infinity
  const share = Math.min(...[middle, high].map((limit) => shareAbove(known, limit) / shareAbove(made, limit)))
  const gain = (limit: number) => 2 * share * shareAbove(made, limit) - shareAbove(known, limit)
  if (share > MOST_MIXED || middle < USUAL || !(gain(middle) >= 0)) return Infinity
  let best = middle
  for (let m = made.length >> 1; made[m] >= USUAL; m--) if (gain(made[m]) > gain(best)) best = made[m]
  return best
}

/** The share of ascending numbers that are above a limit. */
function shareAbove(ascending: Float64Array, limit: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ascending[middle] > limit) to = middle
    else from = middle + 1
  }
  return (ascending.length - from) / ascending.length
}
