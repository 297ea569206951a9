import { unitRows } from '../../data/scale.ts'
import { takeRows } from '../../data/take-rows.ts'
import type { Device } from '../../device/device.ts'
import { clusterLinks } from '../../graph/cluster-links.ts'
import type { FunctionHints, LikelyFunctions } from '../../graph/filtered-functions.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { assignToCentres, type Labels } from '../../kmeans/assign-to-centres.ts'
import { columnsOf } from '../../linalg/columns-of.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import { symmetricPart } from '../../linalg/symmetric-part.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { mapSteps } from '../../steps.ts'
import { addChosen } from './add-chosen.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import { calibrate } from './calibrate.ts'
import type { Finding } from './canonical-views.ts'
import { type ChosenSamples, chosenSamples } from './chosen-samples.ts'
import { togetherInMembers } from './count-together.ts'
import { keptTogether } from './kept-together.ts'
import { centresOf, kmeansRuns, repeats } from './kmeans-runs.ts'
import { memberTree } from './member-tree.ts'
import { type MemberWeights, memberWeights, weightDetails, weightOf, worthDrawing } from './member-weights.ts'
import { asksForLinks, type Family, families, kindsOf, mergersOf } from './members.ts'
import { nearOrder } from './near-order.ts'
import { refinedGraphs } from './refined-graphs.ts'
import { type RoughEmbedding, roughEmbedding } from './rough-embedding.ts'
import { keepSampled, keptSampled, type SampledState } from './sampled-stages.ts'
import type { Search } from './search.ts'
import { rowsOfFirstTwins } from './twins-over-ranks.ts'
import { type Ballot, vote } from './vote.ts'

const ROUNDS = 2

/**
 * `ensembleConsensus` for many samples: graphs and embeddings are those of all samples, but members are fitted to `fitted` of them, drawn at random, and every other sample
 * joins the nearest centre of each member; then all vote, the views are refined, and the same is done once more. One graph at a time, so that only one embedding is in memory. Ranks hold their own samples each, beside
 * those that members are fitted to. O(n · members · k · columns) and what the sample takes.
 */
export function* sampledConsensus(search: Search): Generator<Progress, Finding> {
  const { kernels, clusters, twins, random, communicator } = search
  const chosen = chosenSamples(search)
  const state = keptSampled(search) ?? { members: [], ballots: [] }
  const isHere = !onDevice(search) && communicator.size === 1
  const order = isHere ? yield* nearOrder(kernels, search.seen.features, random.split(10)) : undefined
  const likely = yield* drawRound(search, 0, chosen, state, order, () => families)
  const first = firstRound(state)
  const weights = yield* memberWeights(first.members, search.seen.graphs.length, random.split(3))
  const details = weightDetails(weights, search.seen.graphs)
  const before = yield* agreeOnChosen(search, chosen, first, weights, random.split(4))
  const refined = { ...search, seen: yield* refinedGraphs(search, before), random: random.split(7) }
  yield* drawRound(refined, 1, chosen, state, order, (g) => worthDrawing(weights, g), likely)
  const found = yield* agreeOnChosen(search, chosen, state, weights, random.split(9))
  const { voting, counts } = counted(first, weights)
  const unrefined = yield* vote(kernels, voting, counts, found.labels, clusters, twins, communicator)
  const places = yield* placeSamples(kernels, found.voting, found.places)
  const embedding = communicator.size === 1 ? places : rowsOfFirstTwins(communicator, twins, places)
  const tree = yield* memberTree(search, found.labels, togetherInMembers(found.voting, found.counts, communicator))
  const together = keptTogether(found.voting, found.counts, found.labels, clusters, twins, communicator)
  return {
    ...calibrate(found, unrefined, together, communicator),
    embedding,
    tree,
    details: { ...details, members: found.voting.length, fittedTo: search.fitted },
  }
}

/**
 * Adds the members of a round by every graph that has none yet. The functions of the first graph, which is made of the others, are where those of the others are looked for; its own are looked for near those of the round
 * `before`. The first round gives those of its first graph.
 */
function* drawRound(
  search: Search,
  round: number,
  chosen: ChosenSamples,
  state: SampledState,
  order: Uint32Array | undefined,
  wanted: (graph: number) => readonly Family[],
  before?: LikelyFunctions,
): Generator<Progress, LikelyFunctions | undefined> {
  const { kernels, clusters, random, communicator } = search
  const embedded = function* (g: number, hints: FunctionHints): Generator<Progress, RoughEmbedding> {
    const { graphs, features } = search.seen
    const drawn = random.split(1, g)
    return yield* roughEmbedding(kernels, graphs[g].graph, features, clusters, drawn, communicator, hints)
  }
  let first: LikelyFunctions | undefined
  // A search that goes on after the first graph has to find its functions again.
  const firstFunctions = function* () {
    first ??= (yield* embedded(0, { order, likely: before })).likely
    return first
  }
  for (const g of search.seen.graphs.keys()) {
    if (isDrawn(state, round, g)) continue
    const likely = g === 0 || onDevice(search) ? before : yield* firstFunctions()
    const made = yield* embedded(g, { order, likely })
    if (g === 0) first = made.likely
    try {
      const further = yield* partitionsIn(search, round, g, chosen, wanted(g), made)
      state.members.push(...further.members)
      state.ballots.push(...further.ballots)
    } finally {
      made.joined.close()
    }
    keepSampled(search, state)
    letGo(search, g)
  }
  const isLast = round > 0 || isDrawn(state, 1, search.seen.graphs.length - 1)
  return isLast || onDevice(search) ? undefined : yield* firstFunctions()
}

function isDrawn({ members }: SampledState, round: number, graph: number): boolean {
  return members.some((member) => member.round === round && member.graph === graph)
}

/** The device that has all samples; null where there is none. */
function onDevice({ kernels: { device }, twins }: Search): Device | null {
  return device && twins.length > device.many ? device : null
}

/** Leaves nothing of a graph but its name, so that memory is free for what follows. */
function letGo(search: Search, g: number): void {
  const graphs = search.seen.graphs.slice()
  graphs[g] = { ...graphs[g], graph: takeRows(graphs[g].graph, []) }
  search.seen = { ...search.seen, graphs }
}

function firstRound({ members, ballots }: SampledState): SampledState {
  return {
    members: members.filter(({ round }) => round === 0),
    ballots: ballots.filter((_, b) => members[b].round === 0),
  }
}

/** The members that have a say, their partitions of all samples, and how much each counts. */
function counted({ members, ballots }: SampledState, weights: MemberWeights) {
  const places = [...members.keys()].filter((b) => weightOf(weights, members[b]) > 0)
  return {
    used: places.map((b) => members[b]),
    voting: places.map((b) => ballots[b]),
    counts: places.map((b) => weightOf(weights, members[b])),
  }
}

/** The consensus of members on the chosen samples, and the vote of all samples on it; the groups are those of the consensus for chosen samples and of the vote for others. */
function* agreeOnChosen(
  { kernels, clusters, twins, communicator }: Search,
  chosen: ChosenSamples,
  state: SampledState,
  weights: MemberWeights,
  random: Random,
) {
  const { used, voting, counts } = counted(state, weights)
  const { labels, places } = yield* bipartiteConsensus(kernels, used, counts, clusters, random)
  const consensus = new Int32Array(voting[0].labels.length).fill(-1)
  chosen.own.forEach((sample, s) => {
    consensus[sample] = labels[chosen.before + s]
  })
  const result = yield* vote(kernels, voting, counts, consensus, clusters, twins, communicator)
  const groups = consensus.map((group, i) => (group < 0 ? result.labels[i] : group))
  return { ...result, groups, voting, counts, places }
}

/** The members of one graph on the chosen samples, and the partition of this rank's samples that follows from each. */
function* partitionsIn(
  search: Search,
  round: number,
  g: number,
  chosen: ChosenSamples,
  wanted: readonly Family[],
  { joined, functions }: RoughEmbedding,
): Generator<Progress, SampledState> {
  const { kernels, seen, clusters, random, communicator } = search
  const { graph } = seen.graphs[g]
  const firsts = [0, functions, 0]
  const taken = yield* joined.take(chosen.own)
  const some = matrix(chosen.all.length, taken.columns, communicator.allGather(taken.data))
  const pictures = [columnsOf(some, 0, firsts[1]), columnsOf(some, firsts[1], some.columns), some]
  const seeds = Math.ceil(repeats(some.rows, clusters) / ROUNDS)
  const own = random.split(2, g)
  const device = onDevice(search)
  const runs = yield* kmeansRuns(kernels, pictures, clusters, kindsOf(wanted), seeds, own, communicator, device)
  const placed = centresOf(kernels, pictures, runs)
  const sets = runs.map((run) => ({ centres: placed.get(run)!.centres, first: firsts[run.picture] }))
  yield { stage: 'members', iteration: runs.length, total: runs.length }
  const assigning = assignToCentres(kernels, joined, sets)
  const found = yield* mapSteps(assigning, (iteration) => ({ stage: 'members', iteration, total: joined.rows }))
  const state: SampledState = { members: [], ballots: [] }
  const asked = [...runs.keys()].filter((r) => asksForLinks(runs[r], round, wanted))
  const partitions = asked.map((r) => ({ labels: found[r], clusters: runs[r].clusters }))
  const linked =
    device && asked.length > 0
      ? yield* device.clusterLinks(graph, partitions)
      : linksOf(search, graph, chosen, partitions)
  const linksBy = new Map(asked.map((r, a) => [r, linked[a]]))
  for (const [r, run] of runs.entries()) {
    const all = found[r]
    const links = linksBy.get(r) ?? null
    for (const { to, ...merger } of mergersOf(run, placed.get(run), links, wanted, clusters)) {
      const labels = run.labels.map((label) => to[label])
      state.members.push({ ...merger, round, graph: g, labels })
      state.ballots.push({ clusters: merger.clusters, labels: renamed(all, to) })
    }
    yield { stage: 'members', iteration: r + 1, total: runs.length }
  }
  return state
}

/** The labels by their new names; a plain loop, since there are very many. Where names stay, the labels themselves. */
function renamed(labels: Labels, to: Int32Array): Labels {
  if (to.every((name, label) => name === label)) return labels
  const result = labels.slice()
  for (let i = 0; i < result.length; i++) result[i] = to[result[i]]
  return result
}

/** The links between the clusters of each partition, told by those of the chosen samples as the members are; both ways alike. Ranks have the labels of their own samples. */
function linksOf(
  { kernels, communicator }: Search,
  graph: SparseMatrix,
  chosen: ChosenSamples,
  partitions: readonly { labels: Labels; clusters: number }[],
): Matrix[] {
  const counted = partitions.map(({ labels, clusters }) => ({
    labels: communicator.size === 1 ? labels : communicator.allGather(Int32Array.from(labels)),
    clusters,
    own: chosen.own.map((sample) => labels[sample]),
  }))
  return clusterLinks(kernels, takeRows(graph, chosen.own), counted).map((links) => {
    communicator.allReduceSum(links.data)
    return symmetricPart(links)
  })
}

/** n×k, unit rows: the places of each sample's clusters added up. */
function* placeSamples(kernels: Kernels, ballots: readonly Ballot[], places: Matrix): Generator<Progress, Matrix> {
  const { columns } = places
  let row = 0
  const chosen = ballots.map(({ labels, clusters }) => {
    const rows = places.data.subarray(row * columns, (row + clusters) * columns)
    row += clusters
    return { labels, rows }
  })
  return unitRows(yield* addChosen(kernels, ballots[0].labels.length, columns, chosen, 'embedding'))
}
