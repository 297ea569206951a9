import { exponential } from '../numerics/math/exponential.ts'
import type { Random } from '../numerics/random/random.ts'

/** Draws a table with the given sums, as likely as it would be by chance, and gives the logarithm of its likelihood up to what all such tables share. O(cells · √samples). */
export function drawTable(
  rowSums: readonly number[],
  columnSums: readonly number[],
  factorials: Float64Array,
  random: Random,
): number {
  const left = [...columnSums]
  let below = rowSums.reduce((sum, count) => sum + count, 0)
  let likelihood = 0
  for (const [i, rowSum] of rowSums.entries()) {
    let [open, right] = [rowSum, below]
    for (let j = 0; j < left.length; j++) {
      right -= left[j]
      const lastRow = i === rowSums.length - 1
      const count = lastRow ? left[j] : drawCount(left[j], right, open, factorials, random)
      likelihood -= factorials[count]
      left[j] -= count
      open -= count
    }
    below -= rowSum
  }
  return likelihood
}

/** How many of `draws` from `good` and `bad` samples are good: goes outward from the likeliest count until the probability drawn is used up. */
function drawCount(good: number, bad: number, draws: number, factorials: Float64Array, random: Random): number {
  const [low, high] = [Math.max(0, draws - bad), Math.min(good, draws)]
  if (low === high) return low
  const mode = Math.min(high, Math.max(low, Math.floor(((draws + 1) * (good + 1)) / (good + bad + 2))))
  const ways = (of: number, taken: number) => factorials[of] - factorials[taken] - factorials[of - taken]
  const likeliest = exponential(ways(good, mode) + ways(bad, draws - mode) - ways(good + bad, draws))
  let rest = random.uniform() - likeliest
  if (rest < 0) return mode
  let [above, below] = [likeliest, likeliest]
  for (let step = 1; mode + step <= high || mode - step >= low; step++) {
    const [up, down] = [mode + step, mode - step]
    if (up <= high) {
      above *= ((good - up + 1) * (draws - up + 1)) / (up * (bad - draws + up))
      rest -= above
      if (rest < 0) return up
    }
    if (down >= low) {
      below *= ((down + 1) * (bad - draws + down + 1)) / ((good - down) * (draws - down))
      rest -= below
      if (rest < 0) return down
    }
  }
  // Rounding alone leaves a rest.
  return mode
}
