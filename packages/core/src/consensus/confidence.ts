import { matrix } from '../numerics/linalg/matrix.ts'
import type { Samples } from '../runtime/samples.ts'
import { countShared, margins, type Vote, type Voters } from './vote.ts'

/**
 * Calibrates a vote: it is less sure of samples that members do not keep together with their cluster (`cohesion`, 0 … 1), and on average as sure as the members that never saw the refinement are of its labels, since refined
 * members confirm what refined them, on noise as well. Memberships move towards 1/k by the same share as the confidence, so that labels stay. O(n·k).
 */
export function calibrateConfidence(
  samples: Samples,
  { labels, memberships, confidence }: Vote,
  unrefined: Vote,
  cohesion: Float64Array,
): Vote {
  const { rows, columns, data } = memberships
  const cohesive = confidence.map((value, i) => value * cohesion[i])
  const mean = samples.mean(cohesive)
  const share = mean > 0 ? Math.min(1, samples.mean(margins(unrefined.memberships, labels)) / mean) : 1
  const calibrated = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) {
    const trust = share * cohesion[i]
    for (let j = 0; j < columns; j++, p++) calibrated.data[p] = trust * data[p] + (1 - trust) / columns
  }
  return { labels, memberships: calibrated, confidence: cohesive.map((value) => share * value) }
}

/**
 * How far members keep each sample together with its cluster, 0 … 1. The vote does not see it: where two groups share a cluster, members that tell them apart still vote for it. A sample has the share of its cluster that is
 * with it in the members, over the root of the mean share in its cluster. So it is compared with the others of its cluster, and clusters that fall apart count less, though only by the root: k-means halves large clusters
 * that are whole. O(members · n).
 */
export function cohesionOf(
  samples: Samples,
  { members, weights }: Voters,
  labels: Int32Array,
  clusters: number,
): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  samples.addCounts(sizes)
  const shared = countShared(samples, members, labels, clusters)
  const together = new Float64Array(labels.length)
  members.forEach(({ labels: own }, b) => {
    const [counts, weight] = [shared[b], weights[b]]
    for (let i = 0; i < together.length; i++) together[i] += weight * counts[own[i] * clusters + labels[i]]
  })
  const shares = together.map((sum, i) => sum / (total * sizes[labels[i]]))
  const sums = new Float64Array(clusters)
  samples.sum([sums], () => {
    for (let i = 0; i < shares.length; i++) sums[labels[i]] += shares[i]
  })
  const roots = sums.map((sum, j) => Math.sqrt(sum / Math.max(sizes[j], 1)))
  return shares.map((share, i) => Math.min(1, share / roots[labels[i]]))
}
