import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../method.ts'

/** A partition of all samples that takes part in the vote. */
export interface Ballot {
  clusters: number
  labels: ArrayLike<number>
}

/** What the members say about each sample. */
export interface Vote {
  labels: Int32Array
  /** n×k, rows sum to 1. */
  memberships: Matrix
  /** Largest membership less the second largest. */
  confidence: Float64Array
}

/**
 * Every member votes: its cluster c stands for consensus cluster j as far as c lies in j. Votes add up by the members' weights to memberships.
 * Samples that are identical (`twins[i]`: first identical position) add their memberships up and share one label. A consensus cluster that would lose all
 * its samples keeps the one that is most certain of it. `consensus` may leave samples open (−1): they have no say in what a cluster stands for. O(members · n · k).
 */
export function* vote(
  members: readonly Ballot[],
  weights: readonly number[],
  consensus: Int32Array,
  clusters: number,
  twins: Uint32Array,
): Generator<Progress, Vote> {
  const samples = consensus.length
  const memberships = matrix(samples, clusters)
  for (const [b, member] of members.entries()) {
    const shares = clusterShares(member, consensus, clusters)
    for (let i = 0; i < samples; i++)
      for (let j = 0; j < clusters; j++)
        memberships.data[i * clusters + j] += weights[b] * shares[member.labels[i] * clusters + j]
    yield { stage: 'vote', iteration: b + 1, total: members.length }
  }
  shareAmongTwins(memberships, twins)
  const labels = new Int32Array(samples)
  for (let i = 0; i < samples; i++) labels[i] = largest(memberships, i)
  keepEveryCluster(labels, memberships, consensus, twins)
  return { labels, memberships, confidence: margins(memberships) }
}

/** P(j | c): share of each of the member's clusters that lies in each consensus cluster. */
function clusterShares(member: Ballot, consensus: Int32Array, clusters: number): Float64Array {
  const shares = new Float64Array(member.clusters * clusters)
  const sizes = new Float64Array(member.clusters)
  for (let i = 0; i < consensus.length; i++) {
    if (consensus[i] < 0) continue
    shares[member.labels[i] * clusters + consensus[i]]++
    sizes[member.labels[i]]++
  }
  for (let c = 0; c < member.clusters; c++)
    for (let j = 0; j < clusters; j++) shares[c * clusters + j] /= Math.max(sizes[c], 1)
  return shares
}

/** Adds the rows of identical samples up, gives each of them the sum, and scales rows to sum 1. */
function shareAmongTwins(memberships: Matrix, twins: Uint32Array): void {
  const { rows, columns, data } = memberships
  for (let i = 0; i < rows; i++)
    if (twins[i] !== i) for (let j = 0; j < columns; j++) data[twins[i] * columns + j] += data[i * columns + j]
  for (let i = 0; i < rows; i++) {
    if (twins[i] !== i) {
      data.copyWithin(i * columns, twins[i] * columns, (twins[i] + 1) * columns)
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

function keepEveryCluster(labels: Int32Array, memberships: Matrix, consensus: Int32Array, twins: Uint32Array): void {
  const clusters = memberships.columns
  const sizes = new Int32Array(clusters)
  for (const label of labels) sizes[label]++
  const group = new Int32Array(labels.length)
  for (const first of twins) group[first]++
  for (let j = 0; j < clusters; j++) {
    if (sizes[j] > 0) continue
    const score = (i: number) => (consensus[i] === j ? 1 : 0) + memberships.data[i * clusters + j]
    let best = -1
    for (let i = 0; i < labels.length; i++)
      if (twins[i] === i && sizes[labels[i]] > group[i] && (best < 0 || score(i) > score(best))) best = i
    if (best < 0) continue
    for (let i = 0; i < labels.length; i++)
      if (twins[i] === best) {
        sizes[labels[i]]--
        sizes[j]++
        labels[i] = j
      }
  }
}

function margins({ rows, columns, data }: Matrix): Float64Array {
  const result = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let first = 0
    let second = 0
    for (let j = 0; j < columns; j++) {
      const value = data[i * columns + j]
      if (value > first) {
        second = first
        first = value
      } else if (value > second) second = value
    }
    result[i] = first - second
  }
  return result
}
