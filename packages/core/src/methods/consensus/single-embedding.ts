import type { Kernels } from '../../kernels/kernels.ts'
import type { Random } from '../../random/random.ts'
import type { Progress } from '../method.ts'
import type { Finding } from './canonical-views.ts'
import { embed } from './embeddings.ts'
import { finalKmeans } from './final-kmeans.ts'
import type { ViewGraphs } from './view-graphs.ts'

/** The fast way: one graph, one embedding, one k-means; identical samples share the label that most of them have. */
export function* singleEmbedding(
  kernels: Kernels,
  seen: ViewGraphs,
  twins: Uint32Array,
  clusters: number,
  random: Random,
): Generator<Progress, Finding> {
  const { joined } = yield* embed(kernels, seen.graphs[0].graph, seen.features, clusters, random.split(1, 0))
  const labels = yield* finalKmeans(kernels, joined, clusters, random.split(4))
  return {
    labels: shareLabels(labels, twins, clusters),
    memberships: null,
    confidence: null,
    embedding: joined,
    details: {},
  }
}

function shareLabels(labels: Int32Array, twins: Uint32Array, clusters: number): Int32Array {
  const counts = new Map<number, Int32Array>()
  twins.forEach((first, i) => {
    if (!counts.has(first)) counts.set(first, new Int32Array(clusters))
    counts.get(first)![labels[i]]++
  })
  return labels.map((_, i) => {
    const votes = counts.get(twins[i])!
    return votes.indexOf(Math.max(...votes))
  })
}
