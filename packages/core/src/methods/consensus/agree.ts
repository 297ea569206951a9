import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import { type MemberWeights, weightOf } from './member-weights.ts'
import type { Member } from './members.ts'
import type { Search } from './search.ts'
import { type Vote, vote } from './vote.ts'

/** What members come to together. */
export interface Agreement extends Vote {
  /** The partition before the vote: in it rare clusters are still whole. */
  groups: Int32Array
  /** n×k, unit rows: where the samples lie between the clusters of all members. */
  embedding: Matrix
}

/** The consensus of the members that count, and their vote on it. */
export function* agree(
  { kernels, clusters, twins }: Search,
  members: readonly Member[],
  weights: MemberWeights,
  random: Random,
): Generator<Progress, Agreement> {
  const { used, counts } = counted(members, weights)
  const { labels: groups, embedding } = yield* bipartiteConsensus(kernels, used, counts, clusters, random)
  return { ...(yield* vote(kernels, used, counts, groups, clusters, twins)), groups, embedding }
}

/** What members say about a partition that others found. */
export function* votesOn(
  { kernels, clusters, twins }: Search,
  members: readonly Member[],
  weights: MemberWeights,
  labels: Int32Array,
): Generator<Progress, Vote> {
  const { used, counts } = counted(members, weights)
  return yield* vote(kernels, used, counts, labels, clusters, twins)
}

/** The members that have a say, and how much each counts. */
export function counted(members: readonly Member[], weights: MemberWeights): { used: Member[]; counts: number[] } {
  const used = members.filter((member) => weightOf(weights, member) > 0)
  return { used, counts: used.map((member) => weightOf(weights, member)) }
}
