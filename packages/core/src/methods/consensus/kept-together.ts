import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import { type Ballot, countShared, shareAmongTwins } from './vote.ts'

/**
 * How far members keep each sample with its cluster, 0 … 1. The vote does not see it: where two groups share a cluster, members that tell them apart still vote for it. A sample has the share of its cluster that is with it in
 * the members, over the root of the mean share in its cluster. So it is compared with the others of its cluster, and clusters that fall apart count less, though only by the root: k-means halves large clusters that are
 * whole. Members of more clusters than the partition split all of them, and are not asked. Ranks have their own samples each. O(members · n).
 */
export function keptTogether(
  members: readonly Ballot[],
  weights: readonly number[],
  labels: Int32Array,
  clusters: number,
  twins: Uint32Array,
  communicator: Communicator = oneProcess,
): Float64Array {
  const asked = [...members.keys()].filter((b) => members[b].clusters <= clusters)
  const total = asked.reduce((sum, b) => sum + weights[b], 0)
  if (total === 0) return new Float64Array(labels.length).fill(1)
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  communicator.allReduceSum(sizes)
  const shared = countShared(
    communicator,
    asked.map((b) => members[b]),
    labels,
    clusters,
  )
  const beside = new Float64Array(labels.length)
  asked.forEach((b, a) => {
    const [own, counts, weight] = [members[b].labels, shared[a], weights[b]]
    for (let i = 0; i < beside.length; i++) beside[i] += weight * counts[own[i] * clusters + labels[i]]
  })
  const shares = beside.map((sum, i) => sum / (total * sizes[labels[i]]))
  return besideTheMean(alikeForTwins(shares, twins, communicator), labels, sizes, communicator)
}

/** Identical samples have the mean of their shares. */
function alikeForTwins(shares: Float64Array, twins: Uint32Array, communicator: Communicator): Float64Array {
  const both = matrix(shares.length, 2)
  shares.forEach((value, i) => {
    both.data[2 * i] = value
    both.data[2 * i + 1] = 1 - value
  })
  shareAmongTwins(communicator, both, twins)
  return shares.map((_, i) => both.data[2 * i])
}

/** Each share over the root of the mean in its cluster, 1 at most. */
function besideTheMean(
  shares: Float64Array,
  labels: Int32Array,
  sizes: Float64Array,
  communicator: Communicator,
): Float64Array {
  const sums = new Float64Array(sizes.length)
  sumInTurn(communicator, [sums], () => {
    for (let i = 0; i < shares.length; i++) sums[labels[i]] += shares[i]
  })
  const roots = sums.map((sum, j) => Math.sqrt(sum / Math.max(sizes[j], 1)))
  return shares.map((value, i) => Math.min(1, value / roots[labels[i]]))
}
