import { largestOverRanks } from './least-over-ranks.ts'
import type { Ranks } from './ranks.ts'

/** ε = 2⁻⁵²: a number between 1 and 2 is a whole multiple of it. */
const GRAIN = Number.EPSILON

/**
 * Σ of the values of all ranks (`count` together), correct to some 100 bits below count · the largest before it is rounded: the same bytes however the values lie on the ranks.
 * Each value is split into two parts that are whole multiples of a power of two, so coarse that their sums are exact. Two short messages.
 */
export function exactSum(ranks: Ranks, values: Float64Array, count: number): number {
  const largest = Float64Array.of(largestSize(values))
  largestOverRanks(ranks, largest)
  const coarse = roundingFor(largest[0], count)
  const fine = roundingFor(coarse * GRAIN, count)
  const sums = new Float64Array(2)
  for (let i = 0; i < values.length; i++) {
    const high = values[i] + coarse - coarse
    sums[0] += high
    sums[1] += values[i] - high + fine - fine
  }
  ranks.allReduceSum(sums)
  return sums[0] + sums[1]
}

/** The number R for which x + R − R, for |x| ≤ largest, is x rounded so that sums of up to `count` such numbers are exact in any order. */
export function roundingFor(largest: number, count: number): number {
  if (largest === 0) return 0
  const bound = 2 * count * largest
  let power = 1
  while (power < bound) power *= 2
  while (power / 2 >= bound) power /= 2
  return 1.5 * power
}

/** The largest absolute value; 0 of nothing. */
export function largestSize(values: Float64Array): number {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]))
  return most
}
