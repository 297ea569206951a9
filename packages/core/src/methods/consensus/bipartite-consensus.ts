import { unitRows } from '../../data/scale.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import { randomisedSvd } from '../../linalg/randomised-svd.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { finalKmeans } from './final-kmeans.ts'
import type { Member } from './members.ts'

/** The partition that many partitions agree on best. */
export interface Consensus {
  labels: Int32Array
  /** n×k, unit rows: where the samples lie between the clusters of all members. */
  embedding: Matrix
  /** (clusters of all members, one member after the other) × k: a sample lies where the places of its clusters add up to, scaled to unit length. */
  places: Matrix
}

/**
 * Spectral consensus of partitions: samples and the clusters of all members form a bipartite graph with weights √(weight of the member / cluster size);
 * its leading k left singular vectors, weighted by (s/s₁)², are clustered by k-means. O(members · n · k).
 */
export function* bipartiteConsensus(
  kernels: Kernels,
  members: readonly Member[],
  weights: readonly number[],
  clusters: number,
  random: Random,
): Generator<Progress, Consensus> {
  const links = incidence(members, weights)
  const samples = links.rows
  const mark = kernels.mark()
  const resident = new ResidentMatrix(kernels, links)
  const { u, s, v } = yield* randomisedSvd(kernels, resident, clusters + 10, random.split(0), undefined, clusters)
  kernels.release(mark)
  const kept = Math.min(clusters, u.columns)
  const coordinates = matrix(samples, kept)
  for (let i = 0; i < samples; i++)
    for (let j = 0; j < kept; j++) {
      const share = s[j] / s[0]
      coordinates.data[i * kept + j] = u.data[i * u.columns + j] * share * share
    }
  const embedding = unitRows(coordinates)
  const labels = yield* finalKmeans(kernels, embedding, clusters, random.split(1))
  return { labels, embedding, places: clusterPlaces(members, weights, v, s, kept) }
}

/** u = X·v/s for the links X of any sample, so that a cluster adds its link · v · (s/s₁)² / s. */
function clusterPlaces(
  members: readonly Member[],
  weights: readonly number[],
  v: Matrix,
  s: Float64Array,
  kept: number,
): Matrix {
  const places = matrix(v.rows, kept)
  let row = 0
  members.forEach((member, b) => {
    for (const size of clusterSizes(member)) {
      const link = size > 0 ? Math.sqrt(weights[b] / size) : 0
      for (let j = 0; j < kept; j++)
        places.data[row * kept + j] = s[j] > 0 ? (link * v.data[row * v.columns + j] * s[j]) / (s[0] * s[0]) : 0
      row++
    }
  })
  return places
}

function clusterSizes({ labels, clusters }: Member): Float64Array {
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  return sizes
}

/** n × (clusters of all members): one entry a sample and member. */
function incidence(members: readonly Member[], weights: readonly number[]): SparseMatrix {
  const samples = members[0].labels.length
  const indices = new Uint32Array(samples * members.length)
  const values = new Float64Array(indices.length)
  let offset = 0
  members.forEach((member, b) => {
    const { labels, clusters } = member
    const sizes = clusterSizes(member)
    for (let i = 0; i < samples; i++) {
      indices[i * members.length + b] = offset + labels[i]
      values[i * members.length + b] = Math.sqrt(weights[b] / sizes[labels[i]])
    }
    offset += clusters
  })
  const pointers = Uint32Array.from({ length: samples + 1 }, (_, i) => i * members.length)
  return { rows: samples, columns: offset, values, indices, pointers }
}
