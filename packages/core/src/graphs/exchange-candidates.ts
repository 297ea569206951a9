import type { Ranks } from '../runtime/ranks/ranks.ts'
import { shares } from '../runtime/ranks/share.ts'
import type { CandidateLists } from './candidate-lists.ts'
import { mergeCandidates } from './merge-candidates.ts'

/** Gives all ranks the lists of all points as if everyone who met on any of them had met here. Each rank puts its share of the lists together: 16 bytes per entry. */
export function exchangeCandidates(ranks: Ranks, meeting: CandidateLists): void {
  const { rank, size } = ranks
  if (size === 1) return
  const { count, length } = meeting
  const parts = shares(count, size)
  mergeCandidates(ranks, meeting, parts)
  const [begin, end] = [2 * parts[rank].begin * length, 2 * parts[rank].end * length]
  meeting.lists.i32.set(ranks.allGather(meeting.lists.i32.slice(begin, end)))
}
