/** The share of pairs of a marked and an unmarked sample in which the marked one scores higher, ties half. */
export function auc(scores: ArrayLike<number>, marks: ArrayLike<number>): number {
  const order = Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[a] - scores[b])
  let [ranks, marked] = [0, 0]
  for (let begin = 0; begin < order.length; ) {
    let end = begin
    while (end < order.length && scores[order[end]] === scores[order[begin]]) end++
    for (let p = begin; p < end; p++)
      if (marks[order[p]] === 1) {
        marked++
        ranks += (begin + end + 1) / 2
      }
    begin = end
  }
  return (ranks - (marked * (marked + 1)) / 2) / (marked * (order.length - marked))
}
