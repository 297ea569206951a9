import type { Communicator } from './communicator.ts'

/** Replaces `values` by the least over all ranks, entry by entry; all ranks give the same length. */
export function leastOverRanks(communicator: Communicator, values: Float64Array): void {
  if (communicator.size === 1) return
  const all = communicator.allGather(values)
  for (let p = 0; p < all.length; p++) {
    const entry = p % values.length
    if (all[p] < values[entry]) values[entry] = all[p]
  }
}

/** The same for the largest. */
export function largestOverRanks(communicator: Communicator, values: Float64Array): void {
  if (communicator.size === 1) return
  const all = communicator.allGather(values)
  for (let p = 0; p < all.length; p++) {
    const entry = p % values.length
    if (all[p] > values[entry]) values[entry] = all[p]
  }
}
