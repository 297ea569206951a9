import type { ChosenRows } from '../../device/device.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { addChosen } from './add-chosen.ts'
import { margins } from './margins.ts'
import { addUpTwins, ownShare, ownTwins } from './twins-over-ranks.ts'

/** A partition of all samples that takes part in the vote. */
export interface Ballot {
  clusters: number
  labels: ChosenRows['labels']
}

/** What the members say about each sample. */
export interface Vote {
  labels: Int32Array
  /** n×k, rows sum to 1. */
  memberships: Matrix
  /** Membership of the own cluster less the largest other; 0 where members would put the sample elsewhere. */
  confidence: Float64Array
}

/**
 * Every member votes: its cluster c stands for consensus cluster j as far as c lies in j. Votes add up by the members' weights to memberships.
 * Samples that are identical (`twins[i]`: first identical position) add their memberships up and share one label. A consensus cluster that would lose all
 * its samples keeps the one that is most certain of it. `consensus` may leave samples open (−1): they have no say in what a cluster stands for. Ranks have their own
 * samples each, in canonical order, and add up what the clusters stand for; `twins` is of all samples. O(members · n · k).
 */
export function* vote(
  kernels: Kernels,
  members: readonly Ballot[],
  weights: readonly number[],
  consensus: Int32Array,
  clusters: number,
  twins: Uint32Array,
  communicator: Communicator = oneProcess,
): Generator<Progress, Vote> {
  const samples = consensus.length
  const stands = clusterShares(communicator, members, consensus, clusters)
  const chosen = members.map(({ labels }, b) => ({ labels, rows: stands[b].map((share) => weights[b] * share) }))
  const memberships = yield* addChosen(kernels, samples, clusters, chosen, 'vote')
  shareAmongTwins(communicator, memberships, twins)
  const labels = new Int32Array(samples)
  for (let i = 0; i < samples; i++) labels[i] = largest(memberships, i)
  keepEveryCluster(communicator, labels, memberships, consensus, twins)
  return { labels, memberships, confidence: margins(memberships, labels) }
}

/** P(j | c): share of each of a member's clusters that lies in each consensus cluster, for every member. */
function clusterShares(
  communicator: Communicator,
  members: readonly Ballot[],
  consensus: Int32Array,
  clusters: number,
): Float64Array[] {
  const all = countShared(communicator, members, consensus, clusters)
  for (const shares of all)
    for (let c = 0; c < shares.length; c += clusters) {
      const row = shares.subarray(c, c + clusters)
      const size = row.reduce((sum, count) => sum + count, 0)
      for (let j = 0; j < clusters; j++) row[j] /= Math.max(size, 1)
    }
  return all
}

/** How many samples each of a member's clusters has in common with each cluster of a partition, for every member: the member's clusters × `clusters`. Samples of label −1 are left out. */
export function countShared(
  communicator: Communicator,
  members: readonly Ballot[],
  partition: Int32Array,
  clusters: number,
): Float64Array[] {
  const counts = new Float64Array(members.reduce((sum, member) => sum + member.clusters * clusters, 0))
  let at = 0
  const all = members.map((member) => {
    const shared = counts.subarray(at, at + member.clusters * clusters)
    at += shared.length
    countInto(shared, member.labels, partition, clusters)
    return shared
  })
  communicator.allReduceSum(counts)
  return all
}

function countInto(counts: Float64Array, labels: ArrayLike<number>, partition: Int32Array, clusters: number): void {
  for (let i = 0; i < partition.length; i++) if (partition[i] >= 0) counts[labels[i] * clusters + partition[i]]++
}

/** Adds the rows of identical samples up, gives each of them the sum, and scales rows to sum 1. */
export function shareAmongTwins(communicator: Communicator, memberships: Matrix, twins: Uint32Array): void {
  const { rows, columns, data } = memberships
  addUpTwins(communicator, twins, memberships)
  const firsts = ownTwins(communicator, twins)
  for (let i = 0; i < rows; i++) {
    if (firsts[i] !== i) {
      data.copyWithin(i * columns, firsts[i] * columns, (firsts[i] + 1) * columns)
      continue
    }
    let sum = 0
    for (let j = 0; j < columns; j++) sum += data[i * columns + j]
    for (let j = 0; j < columns; j++) data[i * columns + j] /= sum
  }
}

/** Column of the largest entry of a row; the lowest of equal ones. */
function largest({ columns, data }: Matrix, i: number): number {
  let best = 0
  for (let j = 1; j < columns; j++) if (data[i * columns + j] > data[i * columns + best]) best = j
  return best
}

function keepEveryCluster(
  communicator: Communicator,
  labels: Int32Array,
  memberships: Matrix,
  consensus: Int32Array,
  twins: Uint32Array,
): void {
  const clusters = memberships.columns
  const { begin } = ownShare(communicator, twins)
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  communicator.allReduceSum(sizes)
  if (!sizes.includes(0)) return
  const group = new Int32Array(twins.length)
  for (const first of twins) group[first]++
  for (let j = 0; j < clusters; j++) {
    if (sizes[j] > 0) continue
    const score = (i: number) => (consensus[i] === j ? 1 : 0) + memberships.data[i * clusters + j]
    const canLeave = (i: number) => twins[begin + i] === begin + i && sizes[labels[i]] > group[begin + i]
    let best = -1
    for (let i = 0; i < labels.length; i++) if (canLeave(i) && (best < 0 || score(i) > score(best))) best = i
    const own = best < 0 ? [] : [score(best), begin + best, labels[best]]
    const chosen = mostCertain(communicator.allGather(Float64Array.from(own)))
    if (!chosen) continue
    sizes[chosen.label] -= group[chosen.sample]
    sizes[j] += group[chosen.sample]
    for (let i = 0; i < labels.length; i++) if (twins[begin + i] === chosen.sample) labels[i] = j
  }
}

/** Of triples of score, sample and label the one of highest score, the first of equal ones. */
function mostCertain(triples: Float64Array): { sample: number; label: number } | null {
  let best = -1
  for (let p = 0; p < triples.length; p += 3) if (best < 0 || triples[p] > triples[best]) best = p
  return best < 0 ? null : { sample: triples[best + 1], label: triples[best + 2] }
}
