import { addChosenRows } from '../numerics/kmeans/add-chosen-rows.ts'
import { finalKmeans } from '../numerics/kmeans/final-kmeans.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { randomisedSvd } from '../numerics/linalg/randomised-svd.ts'
import { unitRows } from '../numerics/linalg/scale.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Processors } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import type { Member } from './members.ts'

/** Singular vectors beyond those that are wanted: they absorb what lies next to these. */
const SPARE = 10

/** Members that vote, and how much each counts. */
export interface Voters {
  readonly members: readonly Member[]
  readonly weights: readonly number[]
}

/** The partition that many partitions agree on best. */
export interface ConsensusPartition {
  /** Labels of the fitted samples. */
  readonly labels: Int32Array
  /** fitted×k, unit rows: where the fitted samples lie between the clusters of all members. */
  readonly embedding: Matrix
  /** (clusters of all members, one member after the other) × k: a sample lies where the places of its clusters add up to, scaled to unit length. */
  readonly places: Matrix
}

/** What the members say about each sample held here. */
export interface Vote {
  readonly labels: Int32Array
  /** own×k, rows sum to 1. */
  readonly memberships: Matrix
  /** Membership of the own cluster less the largest other; 0 where members would put the sample elsewhere. */
  readonly confidence: Float64Array
}

/**
 * Finds the consensus of partitions: fitted samples and the clusters of all members form a bipartite graph with weights √(weight of the member / cluster size); its leading k left singular vectors, weighted by (s/s₁)², are
 * clustered by k-means. O(members · n · k).
 */
export function* consensusPartition(
  kernels: Kernels,
  { members, weights }: Voters,
  clusters: number,
  random: Random,
): Generator<Progress, ConsensusPartition> {
  const links = incidence(members, weights)
  const samples = links.rows
  const mark = kernels.mark()
  const resident = new KernelMatrix(kernels, links)
  const { u, s, v } = yield* randomisedSvd(
    kernels,
    resident,
    clusters + SPARE,
    random.split(0),
    singleProcess,
    clusters,
  )
  kernels.release(mark)
  const width = Math.min(clusters, u.columns)
  const coordinates = matrix(samples, width)
  for (let i = 0; i < samples; i++)
    for (let j = 0; j < width; j++) {
      const share = s[j] / s[0]
      coordinates.data[i * width + j] = u.data[i * u.columns + j] * share * share
    }
  const embedding = unitRows(coordinates)
  const labels = yield* finalKmeans(kernels, embedding, clusters, random.split(1))
  return { labels, embedding, places: clusterPlaces(members, weights, v, s, width) }
}

/** u = X·v/s for the links X of any sample, so that a cluster adds its link · v · (s/s₁)² / s. */
function clusterPlaces(
  members: readonly Member[],
  weights: readonly number[],
  v: Matrix,
  s: Float64Array,
  width: number,
): Matrix {
  const places = matrix(v.rows, width)
  let row = 0
  members.forEach((member, b) => {
    for (const size of clusterSizes(member)) {
      const link = size > 0 ? Math.sqrt(weights[b] / size) : 0
      for (let j = 0; j < width; j++)
        places.data[row * width + j] = s[j] > 0 ? (link * v.data[row * v.columns + j] * s[j]) / (s[0] * s[0]) : 0
      row++
    }
  })
  return places
}

function clusterSizes({ fitted, clusters }: Member): Float64Array {
  const sizes = new Float64Array(clusters)
  for (const label of fitted) sizes[label]++
  return sizes
}

/** fitted × (clusters of all members): one entry per sample and member. */
function incidence(members: readonly Member[], weights: readonly number[]): SparseMatrix {
  const samples = members[0].fitted.length
  const indices = new Uint32Array(samples * members.length)
  const values = new Float64Array(indices.length)
  let offset = 0
  members.forEach((member, b) => {
    const { fitted, clusters } = member
    const sizes = clusterSizes(member)
    for (let i = 0; i < samples; i++) {
      indices[i * members.length + b] = offset + fitted[i]
      values[i * members.length + b] = Math.sqrt(weights[b] / sizes[fitted[i]])
    }
    offset += clusters
  })
  const pointers = Uint32Array.from({ length: samples + 1 }, (_, i) => i * members.length)
  return { rows: samples, columns: offset, values, indices, pointers }
}

/**
 * Lets every member vote: its cluster c stands for consensus cluster j as far as c lies in j. Votes add up by the members' weights to memberships. A consensus cluster that would lose all its samples keeps the one that is most
 * certain of it. `consensus` has one label per sample held here, −1 where a sample has no say in what a cluster stands for. O(members · n · k).
 */
export function* voteOn(
  processors: Processors,
  samples: Samples,
  { members, weights }: Voters,
  consensus: Int32Array,
  clusters: number,
): Generator<Progress, Vote> {
  const shares = countShared(samples, members, consensus, clusters)
  const chosen = members.map(({ labels }, b) => {
    const rows = shares[b]
    for (let c = 0; c < rows.length; c += clusters) {
      const size = rows.subarray(c, c + clusters).reduce((sum, count) => sum + count, 0)
      for (let j = c; j < c + clusters; j++) rows[j] = weights[b] * (rows[j] / Math.max(size, 1))
    }
    return { labels, rows }
  })
  const memberships = yield* addChosenRows(processors, samples.count, clusters, chosen, 'vote')
  const labels = new Int32Array(samples.count)
  for (let i = 0; i < labels.length; i++) labels[i] = scaleToOne(memberships, i)
  keepEveryCluster(samples, labels, memberships, consensus)
  return { labels, memberships, confidence: margins(memberships, labels) }
}

/** How sure each sample is of its label: the membership (n×k) of the own cluster less the largest other; 0 where another is larger. O(n·k). */
export function margins({ columns, data }: Matrix, labels: Int32Array): Float64Array {
  return Float64Array.from(labels, (label, i) => {
    let other = 0
    for (let j = 0; j < columns; j++) if (j !== label) other = Math.max(other, data[i * columns + j])
    return Math.max(data[i * columns + label] - other, 0)
  })
}

/** How many samples each of a member's clusters has in common with each cluster of a partition of the samples held here, for every member: the member's clusters × `clusters`, over all processes. Samples of label −1 are left out. */
export function countShared(
  samples: Samples,
  members: readonly Member[],
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
  samples.addCounts(counts)
  return all
}

/** A plain loop in a function of its own: engines run it several times as fast as inside a closure. */
function countInto(counts: Float64Array, labels: ArrayLike<number>, partition: Int32Array, clusters: number): void {
  for (let i = 0; i < partition.length; i++) if (partition[i] >= 0) counts[labels[i] * clusters + partition[i]]++
}

/** Scales a row to sum 1 and gives the column of its largest entry, the lowest of equal ones. */
function scaleToOne({ columns, data }: Matrix, row: number): number {
  const begin = row * columns
  let sum = 0
  for (let p = begin; p < begin + columns; p++) sum += data[p]
  let best = begin
  for (let p = begin; p < begin + columns; p++) {
    data[p] /= sum
    if (data[p] > data[best]) best = p
  }
  return best - begin
}

function keepEveryCluster(samples: Samples, labels: Int32Array, memberships: Matrix, consensus: Int32Array): void {
  const clusters = memberships.columns
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  samples.addCounts(sizes)
  if (!sizes.includes(0)) return
  for (let j = 0; j < clusters; j++) {
    if (sizes[j] > 0) continue
    const score = (i: number) => (consensus[i] === j ? 1 : 0) + memberships.data[i * clusters + j]
    let best = -1
    for (let i = 0; i < labels.length; i++) if (sizes[labels[i]] > 1 && (best < 0 || score(i) > score(best))) best = i
    const candidate = best < 0 ? [] : [score(best), samples.begin + best, labels[best]]
    const chosen = mostCertain(samples.gather(Float64Array.from(candidate)))
    if (!chosen) continue
    sizes[chosen.label]--
    sizes[j]++
    if (chosen.sample >= samples.begin && chosen.sample < samples.end) labels[chosen.sample - samples.begin] = j
  }
}

/** Of triples of score, sample and label the one of highest score, the first of equal ones. */
function mostCertain(triples: Float64Array): { sample: number; label: number } | null {
  let best = -1
  for (let p = 0; p < triples.length; p += 3) if (best < 0 || triples[p] > triples[best]) best = p
  return best < 0 ? null : { sample: triples[best + 1], label: triples[best + 2] }
}

/** own×k, unit rows: the places of the clusters of each sample held here added up. */
export function* placeSamples(
  processors: Processors,
  samples: Samples,
  members: readonly Member[],
  { columns, data }: Matrix,
): Generator<Progress, Matrix> {
  let row = 0
  const chosen = members.map(({ labels, clusters }) => {
    const rows = data.subarray(row * columns, (row + clusters) * columns)
    row += clusters
    return { labels, rows }
  })
  return unitRows(yield* addChosenRows(processors, samples.count, columns, chosen, 'embedding'))
}
