import { concatenateColumns } from '../../data/scale.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { kmeans } from '../../kmeans/kmeans.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { isOwnPart, matricesOverRanks } from '../../ranks/matrices-over-ranks.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import type { Finding } from './canonical-views.ts'
import { embed } from './embeddings.ts'
import { keepEnsemble, keptEnsemble } from './ensemble-stages.ts'
import { clusterMembers } from './members.ts'
import type { Search } from './search.ts'
import { graphStability } from './stability.ts'
import { vote } from './vote.ts'

function quickLabels(kernels: Kernels, points: Matrix, clusters: number, random: Random): Int32Array {
  return kmeans(kernels, points, { clusters, random, restarts: 1, start: 'greedy', maxIterations: 30 }).labels
}

/** Embeds the samples by every graph, clusters each embedding many times and lets the partitions vote. Ranks, which all have all samples, share graphs and partitions. */
export function* ensembleConsensus(search: Search): Generator<Progress, Finding> {
  const { kernels, seen, twins, clusters, random, crew, communicator } = search
  const kept = keptEnsemble(search)
  const pictures = kept?.pictures ?? matricesOverRanks(communicator, yield* embedOwn(search))
  if (!kept) keepEnsemble(search, pictures, [])
  const embeddings = pictures.map(([spectral, filtered]) => [
    spectral,
    filtered,
    concatenateColumns([spectral, filtered]),
  ])
  const members = kept?.members ?? []
  const { length } = embeddings
  for (let graph = members.length > 0 ? members.at(-1)!.graph + 1 : 0; graph < length; graph++) {
    const place = { first: graph, of: length }
    const further = clusterMembers(kernels, [embeddings[graph]], clusters, random.split(2), crew, communicator, place)
    members.push(...(yield* further))
    keepEnsemble(search, pictures, members)
  }
  const { stability, weights } = yield* graphStability(members, length, clusters, random.split(3))
  const memberWeights = members.map((member) => weights[member.graph])
  const agreed = yield* bipartiteConsensus(kernels, members, memberWeights, clusters, random.split(4))
  yield { stage: 'consensus', iteration: 1, total: 1, partition: () => agreed.labels }
  const result = yield* vote(members, memberWeights, agreed.labels, clusters, twins)
  const graphs = Object.fromEntries(
    seen.graphs.map(({ name }, g) => [name, { stability: stability[g], weight: weights[g] }]),
  )
  return { ...result, embedding: agreed.embedding, details: { graphs, members: members.length } }
}

/** Two embeddings of each graph that falls to this rank: spectral and filtered. */
function* embedOwn(search: Search): Generator<Progress, (Matrix[] | null)[]> {
  const { kernels, seen, clusters, random, communicator } = search
  const parts: (Matrix[] | null)[] = []
  for (const [g, { graph }] of seen.graphs.entries()) {
    if (!isOwnPart(communicator, g)) {
      parts.push(null)
      continue
    }
    const { spectral, filtered, joined } = yield* embed(kernels, graph, seen.features, clusters, random.split(1, g))
    parts.push([spectral, filtered])
    // A first partition, for whoever stops the fit before the vote.
    if (g === 0) {
      const first = quickLabels(kernels, joined, clusters, random.split(5))
      yield { stage: 'filter', iteration: 1, total: 1, partition: () => first }
    }
  }
  return parts
}
