import { kmeans } from '../../cluster/kmeans.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { isOwnPart, matricesOverRanks } from '../../ranks/matrices-over-ranks.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import type { Crew } from '../../threads/crew.ts'
import type { Progress } from '../method.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import type { Finding } from './canonical-views.ts'
import { embed } from './embeddings.ts'
import { clusterMembers } from './members.ts'
import { graphStability } from './stability.ts'
import type { ViewGraphs } from './view-graphs.ts'
import { vote } from './vote.ts'

function quickLabels(kernels: Kernels, points: Matrix, clusters: number, random: Random): Int32Array {
  return kmeans(kernels, points, { clusters, random, restarts: 1, start: 'greedy', maxIterations: 30 }).labels
}

/** Embeds the samples by every graph, clusters each embedding many times and lets the partitions vote. */
export function* ensembleConsensus(
  kernels: Kernels,
  seen: ViewGraphs,
  twins: Uint32Array,
  clusters: number,
  random: Random,
  crew?: () => Crew | null,
  _fitted?: number,
  communicator: Communicator = oneProcess,
): Generator<Progress, Finding> {
  const parts: (Matrix[] | null)[] = []
  for (const [g, { graph }] of seen.graphs.entries()) {
    if (!isOwnPart(communicator, g)) {
      parts.push(null)
      continue
    }
    const { spectral, filtered, joined } = yield* embed(kernels, graph, seen.features, clusters, random.split(1, g))
    parts.push([spectral, filtered, joined])
    // A first partition, for whoever stops the fit before the vote.
    if (g === 0) {
      const first = quickLabels(kernels, joined, clusters, random.split(5))
      yield { stage: 'filter', iteration: 1, total: 1, partition: () => first }
    }
  }
  const embeddings = matricesOverRanks(communicator, parts)
  const members = yield* clusterMembers(kernels, embeddings, clusters, random.split(2), crew, communicator)
  const { stability, weights } = yield* graphStability(members, seen.graphs.length, clusters, random.split(3))
  const memberWeights = members.map((member) => weights[member.graph])
  const agreed = yield* bipartiteConsensus(kernels, members, memberWeights, clusters, random.split(4))
  yield { stage: 'consensus', iteration: 1, total: 1, partition: () => agreed.labels }
  const result = yield* vote(members, memberWeights, agreed.labels, clusters, twins)
  const graphs = Object.fromEntries(
    seen.graphs.map(({ name }, g) => [name, { stability: stability[g], weight: weights[g] }]),
  )
  return { ...result, embedding: agreed.embedding, details: { graphs, members: members.length } }
}
