import { matrix } from '../../linalg/matrix.ts'
import { labelBound, memberCount, memberFacts, membersFrom } from './kept-members.ts'
import type { Member } from './members.ts'
import { packLabels, unpackLabels } from './packed-labels.ts'
import type { Search } from './search.ts'
import type { Ballot } from './vote.ts'

/** What `sampledConsensus` has after a graph: the members, fitted to some samples, and for each the partition of this rank's samples that follows from it. */
export interface SampledState {
  members: Member[]
  ballots: Ballot[]
}

/** Keeps the state if it is time to, one stage per round and graph. */
export function keepSampled({ stages, seen }: Search, { members, ballots }: SampledState): void {
  const { round, graph } = members.at(-1)!
  stages?.keep(round * seen.graphs.length + graph + 1, () => {
    const facts = memberFacts(members)
    const bound = labelBound(facts)
    const fitted = packLabels(
      members.map((member) => member.labels),
      bound,
    )
    const rows = packLabels(
      ballots.map(({ labels }) => labels),
      bound,
    )
    return { rows, shared: { members: facts, fitted: fitted.data } }
  })
}

/** What an earlier search kept; null where there is nothing. */
export function keptSampled({ stages, fitted }: Search): SampledState | null {
  if (!stages?.kept) return null
  const { rows, shared } = stages.kept
  const [count, bound] = [memberCount(shared.members), labelBound(shared.members)]
  const packed = matrix(fitted, shared.fitted.length / fitted, shared.fitted)
  const members = membersFrom(shared.members, unpackLabels(packed, count, bound))
  const labels = unpackLabels(rows, count, bound)
  return { members, ballots: members.map(({ clusters }, b) => ({ clusters, labels: labels[b] })) }
}
