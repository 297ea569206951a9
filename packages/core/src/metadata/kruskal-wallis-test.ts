import { chiSquaredTail } from '../numerics/math/chi-squared-tail.ts'

/** What the test says of values in groups. */
export interface KruskalWallis {
  statistic: number
  degrees: number
  p: number
  /** Epsilon squared, 0 … 1: the share of the spread of the ranks that the groups explain. */
  effect: number
}

/** The test of Kruskal and Wallis, corrected for ties, of values (not all equal) in at least two groups. O(n log n). */
export function kruskalWallisTest(values: ArrayLike<number>, groups: ArrayLike<number>): KruskalWallis {
  const n = values.length
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a] - values[b])
  const sums = new Map<number, { rank: number; size: number }>()
  let ties = 0
  for (let begin = 0; begin < n; ) {
    let end = begin + 1
    while (end < n && values[order[end]] === values[order[begin]]) end++
    const rank = (begin + end + 1) / 2
    for (let p = begin; p < end; p++) {
      const group = sums.get(groups[order[p]]) ?? { rank: 0, size: 0 }
      sums.set(groups[order[p]], { rank: group.rank + rank, size: group.size + 1 })
    }
    const tied = end - begin
    ties += tied * tied * tied - tied
    begin = end
  }
  let squares = 0
  for (const { rank, size } of sums.values()) squares += (rank * rank) / size
  const uncorrected = (12 * squares) / (n * (n + 1)) - 3 * (n + 1)
  const statistic = Math.max(0, uncorrected / (1 - ties / (n * n * n - n)))
  const degrees = sums.size - 1
  return {
    statistic,
    degrees,
    p: chiSquaredTail(statistic, degrees),
    effect: Math.min(1, statistic / (n - 1)),
  }
}
