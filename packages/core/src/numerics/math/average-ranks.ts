/** Values by rank. */
export interface AverageRanks {
  /** Places of the values, the smallest first. */
  order: Uint32Array
  /** Rank of each value from 1; equal values share the mean of their ranks. */
  ranks: Float64Array
  /** Σ (t³ − t) over groups of t equal values. */
  ties: number
}

/** Ranks values. O(n log n). */
export function averageRanks(values: ArrayLike<number>): AverageRanks {
  const n = values.length
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a] - values[b])
  const ranks = new Float64Array(n)
  let ties = 0
  for (let begin = 0; begin < n; ) {
    let end = begin + 1
    while (end < n && values[order[end]] === values[order[begin]]) end++
    for (let p = begin; p < end; p++) ranks[order[p]] = (begin + end + 1) / 2
    const tied = end - begin
    ties += tied * tied * tied - tied
    begin = end
  }
  return { order, ranks, ties }
}
