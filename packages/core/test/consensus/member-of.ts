import type { Member } from '../../src/consensus/members.ts'

/** A partition that votes: k-means of the first embedding of the first graph, unless `more` says otherwise. */
export function memberOf(labels: ArrayLike<number>, more: Partial<Member> = {}): Member {
  const own = Int32Array.from(labels)
  const clusters = 1 + own.reduce((most, label) => Math.max(most, label), 0)
  const first = { round: 0, graph: 0, embedding: 0, kind: 'kmeans', modularity: 0 } as const
  return { ...first, clusters, fitted: own, labels: own, ...more }
}
