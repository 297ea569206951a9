import type { Ranks } from './ranks.ts'

/** Replaces `values` by the least over all ranks, entry by entry; all ranks give the same length. */
export function leastOverRanks(ranks: Ranks, values: Float64Array): void {
  if (ranks.size === 1) return
  const all = ranks.allGather(values)
  for (let p = 0; p < all.length; p++) {
    const entry = p % values.length
    if (all[p] < values[entry]) values[entry] = all[p]
  }
}

/** Replaces `values` by the largest over all ranks, entry by entry; all ranks give the same length. */
export function largestOverRanks(ranks: Ranks, values: Float64Array): void {
  if (ranks.size === 1) return
  const all = ranks.allGather(values)
  for (let p = 0; p < all.length; p++) {
    const entry = p % values.length
    if (all[p] > values[entry]) values[entry] = all[p]
  }
}
