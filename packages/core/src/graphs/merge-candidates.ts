import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import type { CandidateLists } from './candidate-lists.ts'

/**
 * Puts the lists together that ranks have of the same points, which met others on each: every rank (points `parts[rank]`) gets the lists of its own points from
 * all others, 8 bytes per entry, and keeps the nearest entries of all; equal ones by the lower index. The lists of other points are left as they are.
 */
export function mergeCandidates(ranks: Ranks, meeting: CandidateLists, parts: readonly Share[]): void {
  const { rank, size } = ranks
  const width = 2 * meeting.length
  const own = parts[rank]
  const numbers = (own.end - own.begin) * width
  const to = meeting.lists.i32
  const from = new Int32Array(size * numbers)
  ranks.allToAll(
    to.slice(0, parts[size - 1].end * width),
    parts.map(({ begin, end }) => (end - begin) * width),
    from,
    parts.map(() => numbers),
  )
  const next = new Int32Array(size)
  for (let i = 0; i < own.end - own.begin; i++) {
    for (let r = 0; r < size; r++) next[r] = r * numbers + i * width
    const end = (own.begin + i + 1) * width
    let at = end - width
    while (at < end) {
      // The nearest of those with which the lists go on.
      let best = -1
      for (let r = 0; r < size; r++) {
        const [p, q] = [next[r], next[best]]
        if (p === r * numbers + (i + 1) * width || from[p] < 0) continue
        if (best < 0 || from[p + 1] < from[q + 1] || (from[p + 1] === from[q + 1] && from[p] < from[q])) best = r
      }
      if (best < 0) break
      const p = next[best]
      next[best] += 2
      // Two that met on several ranks are as far apart on all of them.
      if (at > end - width && to[at - 2] === from[p]) continue
      to[at] = from[p]
      to[at + 1] = from[p + 1]
      at += 2
    }
  }
}
