import { columnsOf } from '../../data/columns-of.ts'
import { unitRows } from '../../data/scale.ts'
import { clusterLinks } from '../../graph/cluster-links.ts'
import { assignToCentres } from '../../kmeans/assign-to-centres.ts'
import { clusterCentres } from '../../kmeans/cluster-centres.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import { mapSteps } from '../../steps.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import type { Finding } from './canonical-views.ts'
import { type ChosenSamples, chosenRows, chosenSamples } from './chosen-samples.ts'
import { embed } from './embeddings.ts'
import { kmeansRuns, repeats } from './kmeans-runs.ts'
import { memberWeights, weightDetails, weightOf } from './member-weights.ts'
import { families, kindsOf, mergersOf } from './members.ts'
import { keepSampled, keptSampled, type SampledState } from './sampled-stages.ts'
import type { Search } from './search.ts'
import { ownShare, rowsOfFirstTwins } from './twins-over-ranks.ts'
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
  const weights = yield* memberWeights(members, seen.graphs.length, seen.scores.length > 1, random.split(3))
  const counting = [...members.keys()].filter((b) => weightOf(weights, members[b]) > 0)
  const counts = counting.map((b) => weightOf(weights, members[b]))
  const used = counting.map((b) => members[b])
  const voting = counting.map((b) => ballots[b])
  const agreed = yield* bipartiteConsensus(kernels, used, counts, clusters, random.split(4))
  const consensus = new Int32Array(ballots[0].labels.length).fill(-1)
  chosen.own.forEach((sample, s) => {
    consensus[sample] = agreed.labels[chosen.before + s]
  })
  const result = yield* vote(voting, counts, consensus, clusters, twins, communicator)
  const places = yield* placeSamples(voting, agreed.places)
  const embedding = communicator.size === 1 ? places : rowsOfFirstTwins(communicator, twins, places)
  const details = { ...weightDetails(weights, seen.graphs), members: used.length, fittedTo: search.fitted }
  return { ...result, embedding, details }
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
  const seeds = repeats(some.rows, clusters)
  const own = random.split(2, g)
  const runs = yield* kmeansRuns(kernels, pictures, clusters, kindsOf(families), seeds, own, crew, communicator)
  const sets = runs.map(({ picture, labels, clusters }) => ({
    centres: clusterCentres(pictures[picture], labels, clusters).centres,
    first: firsts[picture],
  }))
  const assigning = assignToCentres(kernels, joined, sets)
  const found = yield* mapSteps(assigning, (iteration) => ({ stage: 'members', iteration, total: joined.rows }))
  const state: SampledState = { members: [], ballots: [] }
  for (const [r, run] of runs.entries()) {
    const all = found[r]
    const links = linksOf(search, graph, all, run.clusters)
    for (const { to, ...merger } of mergersOf(run, pictures[run.picture], links, families, clusters)) {
      const labels = run.labels.map((label) => to[label])
      state.members.push({ ...merger, round: 0, graph: g, repeat: run.repeat, labels })
      state.ballots.push({ clusters: merger.clusters, labels: all.map((label) => to[label]) })
    }
    yield { stage: 'members', iteration: r + 1, total: runs.length }
  }
  return state
}

/** The links between the clusters of all samples, from the labels of each rank's own. */
function linksOf(
  { communicator, twins }: Search,
  graph: SparseMatrix,
  own: Uint8Array | Uint16Array | Int32Array,
  clusters: number,
): Matrix {
  const labels = communicator.size === 1 ? own : communicator.allGather(Int32Array.from(own))
  const links = clusterLinks(graph, labels, clusters, ownShare(communicator, twins).begin)
  communicator.allReduceSum(links.data)
  return links
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
