import { modularity } from '../../graph/modularity.ts'
import type { ClusterCentres } from '../../kmeans/cluster-centres.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Run } from './kmeans-runs.ts'
import { mergeLinked, mergeNear } from './merge-fine.ts'

/**
 * How the partitions of the ensemble come about. `plain`: k-means into k clusters. `near` and `linked`: k-means into 4k clusters, merged to k by the distance of their centres or by their
 * links in the graph, which finds rare clusters where k-means would rather halve a large one.
 */
export const families = ['plain', 'near', 'linked'] as const
export type Family = (typeof families)[number]

/** One partition of the ensemble. */
export interface Member {
  /** 0 before the views were refined, 1 after. */
  round: number
  /** Position of its graph. */
  graph: number
  /** Position of the embedding of the graph that it was drawn from. */
  picture: number
  family: Family
  clusters: number
  /** How far the links of its graph stay inside its clusters; 0 where nobody asked. */
  modularity: number
  labels: Int32Array
}

/** A member as its clusters are put together from those of a k-means run. */
export interface Merger extends Pick<Member, 'family' | 'picture' | 'clusters' | 'modularity'> {
  /** The member's cluster of each cluster of the run. */
  to: Int32Array
}

/** The runs that members of these families are made from. */
export function kindsOf(wanted: readonly Family[]): Run['kind'][] {
  const merged = wanted.some((family) => family === 'near' || family === 'linked')
  return [...(wanted.includes('plain') ? (['plain'] as const) : []), ...(merged ? (['fine'] as const) : [])]
}

/** True where the links between the clusters of a run are asked for: members are merged by them, and weighed by them in the first round only. */
export function asksForLinks({ kind }: Run, round: number, wanted: readonly Family[]): boolean {
  return kind === 'fine' ? wanted.includes('linked') : round === 0 && kind === 'plain'
}

/** What a run of k-means gives to the ensemble, `placed` is where fine clusters lie; `links` are those between its clusters, null where neither `linked` members nor the modularity are wanted. O(clusters²·columns). */
export function mergersOf(
  run: Run,
  placed: ClusterCentres | undefined,
  links: Matrix | null,
  wanted: readonly Family[],
  clusters: number,
): Merger[] {
  const { kind, picture } = run
  if (kind !== 'fine') {
    const to = Int32Array.from({ length: run.clusters }, (_, c) => c)
    return [{ family: kind, picture, clusters: run.clusters, modularity: links ? modularity(links) : 0, to }]
  }
  const { centres, sizes } = placed!
  const ways = {
    near: () => mergeNear(centres, sizes, clusters),
    linked: () => mergeLinked(links!, sizes, clusters),
  }
  return (['near', 'linked'] as const)
    .filter((family) => wanted.includes(family))
    .map((family) => {
      const to = ways[family]()
      return { family, picture, clusters, modularity: links ? modularity(linksAfter(links, to, clusters)) : 0, to }
    })
}

/** The links between merged clusters. */
function linksAfter({ rows, data }: Matrix, to: Int32Array, clusters: number): Matrix {
  const merged = matrix(clusters, clusters)
  data.forEach((weight, p) => {
    merged.data[to[Math.floor(p / rows)] * clusters + to[p % rows]] += weight
  })
  return merged
}
