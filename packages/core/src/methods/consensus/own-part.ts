import { takeRows } from '../../data/take-rows.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import type { Finding } from './canonical-views.ts'
import { ownShare } from './twins-over-ranks.ts'

/** Of a finding for all samples the part of this rank's; identical samples share their place in the embedding, since the first of them may be elsewhere. */
export function ownPart(communicator: Communicator, twins: Uint32Array, found: Finding): Finding {
  if (communicator.size === 1) return found
  const { labels, memberships, confidence, embedding, tree, details } = found
  const { begin, end } = ownShare(communicator, twins)
  const own = Uint32Array.from({ length: end - begin }, (_, i) => begin + i)
  return {
    labels: labels.slice(begin, end),
    memberships: memberships && takeRows(memberships, own),
    confidence: confidence?.slice(begin, end) ?? null,
    embedding: embedding && takeRows(embedding, twins.slice(begin, end)),
    ...(tree ? { tree: { ...tree, leaves: tree.leaves.slice(begin, end) } } : {}),
    details,
  }
}
