import { takeRows } from '../numerics/linalg/take-rows.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share } from '../runtime/ranks/share.ts'
import { compareSamples } from './compare-samples.ts'
import type { NamedRows } from './prepare-views.ts'

/**
 * One number for each sample of all ranks: among samples with the same key it says how they compare, and equal ones have the same; 0 where a key is the only one of its kind.
 * A rank holds its share of the samples; `keys` are those of all. Of the samples that share a key, every rank shows the others one of each kind that it has: nearly
 * always one, since only equal samples have equal keys but for chance. On every rank the same.
 */
export function tiedSamples(ranks: Ranks, views: readonly NamedRows[], keys: Float64Array): Int32Array {
  const own = share(keys.length, ranks.size, ranks.rank)
  const shared = sharedKeys(keys)
  if (shared.size === 0) return new Int32Array(keys.length)
  const tied: number[] = []
  for (let i = own.begin; i < own.end; i++) if (shared.has(keys[i])) tied.push(i - own.begin)
  tied.sort((i, j) => keys[own.begin + i] - keys[own.begin + j] || compareSamples(views, i, j))
  const kinds = numbered(
    tied.length,
    (p, q) => keys[own.begin + tied[p]] - keys[own.begin + tied[q]] || compareSamples(views, tied[p], tied[q]),
  )
  const shown = tied.filter((_, p) => p === 0 || kinds[p] !== kinds[p - 1])
  const seen = views.map((view) => showSamples(ranks, view, shown))
  const seenKeys = ranks.allGather(Float64Array.from(shown, (i) => keys[own.begin + i]))
  const order = Array.from(seenKeys.keys())
  const compare = (a: number, b: number) => seenKeys[a] - seenKeys[b] || compareSamples(seen, a, b)
  order.sort(compare)
  const places = numbered(order.length, (p, q) => compare(order[p], order[q]))
  const numbers = new Int32Array(order.length)
  order.forEach((a, p) => {
    numbers[a] = places[p]
  })
  const counts = ranks.allGather(Int32Array.of(shown.length))
  const before = counts.subarray(0, ranks.rank).reduce((sum, count) => sum + count, 0)
  const result = new Int32Array(own.end - own.begin)
  tied.forEach((i, p) => {
    result[i] = numbers[before + kinds[p]]
  })
  return ranks.allGather(result)
}

/** Keys that more than one sample has. */
function sharedKeys(keys: Float64Array): Set<number> {
  const sorted = keys.slice().sort()
  return new Set(sorted.filter((key, p) => p > 0 && key === sorted[p - 1]))
}

/** 0, 1, … for things in ascending order; equal ones have the same number. */
function numbered(count: number, compare: (p: number, q: number) => number): Int32Array {
  const numbers = new Int32Array(count)
  for (let p = 1; p < count; p++) numbers[p] = numbers[p - 1] + (compare(p - 1, p) === 0 ? 0 : 1)
  return numbers
}

/** These samples of all ranks, in the order of the ranks, in memory. */
function showSamples(ranks: Ranks, { name, data, present }: NamedRows, samples: readonly number[]): NamedRows {
  const marks = ranks.allGather(Uint8Array.from(samples, (i) => present?.[i] ?? 1))
  return { name, data: gatherRows(ranks, takeRows(data, samples)), present: marks }
}
