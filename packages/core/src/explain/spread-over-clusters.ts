import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'

/** Some samples that stand for all. */
export interface Stratified {
  /** Ascending. */
  samples: Uint32Array
  /** Cluster of each of them. */
  labels: Int32Array
  clusters: number
  /** By cluster: how many samples one of its samples stands for. */
  weights: Float64Array
}

/** About `most` of the samples `place`, the same ones every time: each cluster gives an equal part or all it has, so that small clusters are not lost. */
export function spreadOverClusters(place: Uint32Array, labels: Int32Array, clusters: number, most: number): Stratified {
  const members: number[][] = Array.from({ length: clusters }, () => [])
  for (const i of place) members[labels[i]].push(i)
  const each = place.length <= most ? place.length : Math.ceil(most / clusters)
  const samples = Uint32Array.from(
    members.flatMap((all) => Array.from(evenlySpaced(all.length, each), (p) => all[p])),
  ).sort()
  return {
    samples,
    labels: Int32Array.from(samples, (i) => labels[i]),
    clusters,
    weights: Float64Array.from(members, ({ length }) => (length > 0 ? length / Math.min(length, each) : 0)),
  }
}
