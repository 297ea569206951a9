import { concatenateColumns } from '../../data/scale.ts'
import { clusterLinks } from '../../graph/cluster-links.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { kmeans } from '../../kmeans/kmeans.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { isOwnPart, matricesOverRanks } from '../../ranks/matrices-over-ranks.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { agree, counted, votesOn } from './agree.ts'
import { calibrate } from './calibrate.ts'
import type { Finding } from './canonical-views.ts'
import { togetherInMembers } from './count-together.ts'
import { embed } from './embeddings.ts'
import { keepEnsemble, keptEnsemble } from './ensemble-stages.ts'
import { keptTogether } from './kept-together.ts'
import { centresOf, kmeansRuns, repeats } from './kmeans-runs.ts'
import { memberTree } from './member-tree.ts'
import { memberWeights, weightDetails, worthDrawing } from './member-weights.ts'
import { asksForLinks, type Family, families, kindsOf, type Member, mergersOf } from './members.ts'
import { sharedRefinedGraphs } from './refined-graphs.ts'
import type { Search } from './search.ts'

const ROUNDS = 2
type Pictures = readonly (readonly Matrix[])[]

/**
 * Embeds the samples by every graph, clusters each embedding many times and lets the partitions vote. Then the views are refined by what was found, the same is done once more, and the partitions of both rounds
 * vote. Ranks, which all have all samples, share graphs and partitions.
 */
export function* ensembleConsensus(search: Search): Generator<Progress, Finding> {
  const { seen, random, communicator } = search
  const kept = keptEnsemble(search)
  const members: Member[] = [...(kept?.members ?? [])]
  let steps = 0
  const keep = (round: number, pictures: Pictures) => keepEnsemble(search, { round, steps, pictures, members })
  const picturesOf = function* (from: Search, round: number): Generator<Progress, Pictures> {
    // Pictures of a later round are not looked at: all members of this one are there.
    if (kept && kept.round >= round) return kept.pictures
    const pictures = matricesOverRanks(communicator, yield* embedOwn(from, round === 0))
    keep(round, pictures)
    return pictures
  }
  const draw = function* (from: Search, round: number, g: number, pictures: Pictures, wanted: readonly Family[]) {
    steps++
    if (kept && steps <= kept.steps) return
    members.push(...(yield* drawMembers(from, round, g, pictures[g], wanted)))
    keep(round, pictures)
  }
  const positions = [...seen.graphs.keys()]

  const first = yield* picturesOf(search, 0)
  for (const g of positions) yield* draw(search, 0, g, first, families)
  const firstMembers = () => members.filter(({ round }) => round === 0)
  const weights = yield* memberWeights(firstMembers(), positions.length, random.split(3))
  const before = yield* agree(search, firstMembers(), weights, random.split(4))
  yield { stage: 'consensus', iteration: 1, total: ROUNDS, partition: () => before.labels }

  const refined = { ...search, seen: yield* sharedRefinedGraphs(search, before), random: random.split(7) }
  const second = yield* picturesOf(refined, 1)
  for (const g of positions)
    yield* draw(
      refined,
      1,
      g,
      second,
      worthDrawing(weights, g),
    )
  const found = yield* agree(search, members, weights, random.split(9))
  const unrefined = yield* votesOn(search, firstMembers(), weights, found.labels)
  const details = { ...weightDetails(weights, seen.graphs), members: members.length }
  const { used, counts } = counted(members, weights)
  // Every rank has all samples here.
  const tree = yield* memberTree({ ...search, communicator: oneProcess }, found.labels, togetherInMembers(used, counts))
  const together = keptTogether(used, counts, found.labels, search.clusters, search.twins)
  return { ...calibrate(found, unrefined, together), embedding: found.embedding, tree, details }
}

/** Members of some families by one graph. */
function* drawMembers(
  { kernels, seen, clusters, random, communicator }: Search,
  round: number,
  graph: number,
  [spectral, filtered]: readonly Matrix[],
  wanted: readonly Family[],
): Generator<Progress, Member[]> {
  const pictures = [spectral, filtered, concatenateColumns([spectral, filtered])]
  const seeds = Math.ceil(repeats(spectral.rows, clusters) / ROUNDS)
  const own = random.split(2, graph)
  const runs = yield* kmeansRuns(kernels, pictures, clusters, kindsOf(wanted), seeds, own, communicator)
  const asked = runs.filter((run) => asksForLinks(run, round, wanted))
  const linked = clusterLinks(kernels, seen.graphs[graph].graph, asked)
  const linksOf = new Map(asked.map((run, r) => [run, linked[r]]))
  const fine = runs.filter(({ kind }) => kind === 'fine')
  const placed = centresOf(kernels, pictures, fine)
  return runs.flatMap((run) => {
    const links = linksOf.get(run) ?? null
    return mergersOf(run, placed.get(run), links, wanted, clusters).map(({ to, ...merger }) => ({
      ...merger,
      round,
      graph,
      labels: run.labels.map((label) => to[label]),
    }))
  })
}

/** Two embeddings of each graph that falls to this rank, spectral and filtered; with `tell` a first partition on the way. */
function* embedOwn(search: Search, tell: boolean): Generator<Progress, (Matrix[] | null)[]> {
  const { kernels, seen, clusters, random, communicator } = search
  const parts: (Matrix[] | null)[] = []
  for (const [g, { graph }] of seen.graphs.entries()) {
    if (!isOwnPart(communicator, g)) {
      parts.push(null)
      continue
    }
    const embedded = yield* embed(kernels, graph, seen.features, clusters, random.split(1, g))
    parts.push([embedded.spectral, embedded.filtered])
    // A first partition, for whoever stops the fit before the vote; nobody else waits for it.
    if (tell && g === 0) {
      const first = () => quickLabels(kernels, embedded.joined, clusters, random.split(5))
      yield { stage: 'filter', iteration: 1, total: 1, partition: first }
    }
  }
  return parts
}

function quickLabels(kernels: Kernels, points: Matrix, clusters: number, random: Random): Int32Array {
  return kmeans(kernels, points, { clusters, random, restarts: 1, start: 'greedy', maxIterations: 30 }).labels
}
