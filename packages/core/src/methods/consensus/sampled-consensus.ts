import { columnsOf } from '../../data/columns-of.ts'
import { unitRows } from '../../data/scale.ts'
import { assignToCentres } from '../../kmeans/assign-to-centres.ts'
import { clusterCentres } from '../../kmeans/cluster-centres.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import { mapSteps } from '../../steps.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import type { Finding } from './canonical-views.ts'
import { type ChosenSamples, chosenRows, chosenSamples } from './chosen-samples.ts'
import { embed } from './embeddings.ts'
import { clusterMembers } from './members.ts'
import { keepSampled, keptSampled, type SampledState } from './sampled-stages.ts'
import type { Search } from './search.ts'
import { graphStability } from './stability.ts'
import { rowsOfFirstTwins } from './twins-over-ranks.ts'
import { type Ballot, vote } from './vote.ts'

/**
 * `ensembleConsensus` for many samples: graphs and embeddings are those of all samples, but members are fitted to `fitted` of them, drawn at random, and every other sample
 * joins the nearest centre of each member; then all vote. One graph at a time, so that only one embedding is in memory. Ranks hold their own samples each, beside those that members
 * are fitted to. O(n · members · k · columns) and what the sample takes.
 */
export function* sampledConsensus(search: Search): Generator<Progress, Finding> {
  const { kernels, seen, twins, clusters, random, communicator } = search
  const chosen = chosenSamples(search)
  const { members, ballots } = keptSampled(search) ?? { members: [], ballots: [] }
  for (let g = members.length > 0 ? members.at(-1)!.graph + 1 : 0; g < seen.graphs.length; g++) {
    const further = yield* partitionsOf(search, g, chosen)
    members.push(...further.members)
    ballots.push(...further.ballots)
    keepSampled(search, { members, ballots })
  }
  const { stability, weights } = yield* graphStability(members, seen.graphs.length, clusters, random.split(3))
  const memberWeights = members.map((member) => weights[member.graph])
  const agreed = yield* bipartiteConsensus(kernels, members, memberWeights, clusters, random.split(4))
  const consensus = new Int32Array(ballots[0].labels.length).fill(-1)
  chosen.own.forEach((sample, s) => {
    consensus[sample] = agreed.labels[chosen.before + s]
  })
  const result = yield* vote(ballots, memberWeights, consensus, clusters, twins, communicator)
  const places = yield* placeSamples(ballots, agreed.places)
  const embedding = communicator.size === 1 ? places : rowsOfFirstTwins(communicator, twins, places)
  const graphs = Object.fromEntries(
    seen.graphs.map(({ name }, g) => [name, { stability: stability[g], weight: weights[g] }]),
  )
  return { ...result, embedding, details: { graphs, members: members.length, fittedTo: search.fitted } }
}

/** The members of one graph on the chosen samples, and the partition of this rank's samples that follows from each. */
function* partitionsOf(search: Search, g: number, chosen: ChosenSamples): Generator<Progress, SampledState> {
  const { kernels, seen, clusters, random, crew, communicator } = search
  const { graph } = seen.graphs[g]
  const embedding = embed(kernels, graph, seen.features, clusters, random.split(1, g), true, communicator)
  const { joined, spectral } = yield* embedding
  const firsts = [0, spectral.columns, 0]
  const some = chosenRows(search, joined, chosen)
  const pictures = [columnsOf(some, 0, firsts[1]), columnsOf(some, firsts[1], some.columns), some]
  const members = yield* clusterMembers(kernels, [pictures], clusters, random.split(2, g), crew, communicator)
  const sets = members.map(({ picture, labels, clusters }) => ({
    centres: clusterCentres(pictures[picture], labels, clusters).centres,
    first: firsts[picture],
  }))
  const assigning = assignToCentres(kernels, joined, sets)
  const found = yield* mapSteps(assigning, (iteration) => ({ stage: 'members', iteration, total: joined.rows }))
  return {
    members: members.map((member) => ({ ...member, graph: g })),
    ballots: found.map((labels, b) => ({ clusters: members[b].clusters, labels })),
  }
}

/** n×k, unit rows: the places of each sample's clusters added up. */
function* placeSamples(ballots: readonly Ballot[], places: Matrix): Generator<Progress, Matrix> {
  const { columns } = places
  const samples = ballots[0].labels.length
  const result = matrix(samples, columns)
  let offset = 0
  for (const [b, { labels, clusters }] of ballots.entries()) {
    for (let i = 0; i < samples; i++) {
      const from = (offset + labels[i]) * columns
      for (let j = 0; j < columns; j++) result.data[i * columns + j] += places.data[from + j]
    }
    offset += clusters
    yield { stage: 'embedding', iteration: b + 1, total: ballots.length }
  }
  return unitRows(result)
}
