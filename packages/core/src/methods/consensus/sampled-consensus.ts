import { assignToCentres, clusterMeans } from '../../cluster/assign-to-centres.ts'
import { unitRows } from '../../data/scale.ts'
import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import type { Crew } from '../../threads/crew.ts'
import type { Progress } from '../method.ts'
import { bipartiteConsensus } from './bipartite-consensus.ts'
import type { Finding } from './canonical-views.ts'
import { embed } from './embeddings.ts'
import { clusterMembers, type Member } from './members.ts'
import { graphStability } from './stability.ts'
import type { ViewGraphs } from './view-graphs.ts'
import { type Ballot, vote } from './vote.ts'

/**
 * `ensembleConsensus` for many samples: graphs and embeddings are those of all samples, but members are fitted to `size` of them, drawn at random, and every other sample
 * joins the nearest centre of each member; then all vote. One graph at a time, so that only one embedding is in memory. O(n · members · k · columns) and what the sample takes.
 */
export function* sampledConsensus(
  kernels: Kernels,
  seen: ViewGraphs,
  twins: Uint32Array,
  clusters: number,
  random: Random,
  crew: (() => Crew | null) | undefined,
  size: number,
  communicator: Communicator = oneProcess,
): Generator<Progress, Finding> {
  const samples = twins.length
  const chosen = random.split(5).permutation(samples).slice(0, size).sort()
  const fitted: Member[] = []
  const ballots: Ballot[] = []
  for (const [g, { graph }] of seen.graphs.entries()) {
    const { joined, spectral } = yield* embed(kernels, graph, seen.features, clusters, random.split(1, g), true)
    const firsts = [0, spectral.columns, 0]
    const some = takeRows(joined, chosen)
    const pictures = [columnsOf(some, 0, firsts[1]), columnsOf(some, firsts[1], some.columns), some]
    const members = yield* clusterMembers(kernels, [pictures], clusters, random.split(2, g), crew, communicator)
    const sets = members.map(({ picture, labels, clusters }) => ({
      centres: clusterMeans(pictures[picture], labels, clusters),
      first: firsts[picture],
    }))
    const assigning = assignToCentres(kernels, joined, sets)
    let step = assigning.next()
    for (; !step.done; step = assigning.next()) yield { stage: 'members', iteration: step.value, total: samples }
    step.value.forEach((labels, b) => {
      ballots.push({ clusters: members[b].clusters, labels })
    })
    for (const member of members) fitted.push({ ...member, graph: g })
  }
  const { stability, weights } = yield* graphStability(fitted, seen.graphs.length, clusters, random.split(3))
  const memberWeights = fitted.map((member) => weights[member.graph])
  const agreed = yield* bipartiteConsensus(kernels, fitted, memberWeights, clusters, random.split(4))
  const consensus = new Int32Array(samples).fill(-1)
  chosen.forEach((sample, s) => {
    consensus[sample] = agreed.labels[s]
  })
  const result = yield* vote(ballots, memberWeights, consensus, clusters, twins)
  const embedding = yield* placeSamples(ballots, agreed.places, samples)
  const graphs = Object.fromEntries(
    seen.graphs.map(({ name }, g) => [name, { stability: stability[g], weight: weights[g] }]),
  )
  return { ...result, embedding, details: { graphs, members: fitted.length, fittedTo: size } }
}

/** n×k, unit rows: the places of each sample's clusters added up. */
function* placeSamples(ballots: readonly Ballot[], places: Matrix, samples: number): Generator<Progress, Matrix> {
  const { columns } = places
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

function columnsOf({ rows, columns, data }: Matrix, begin: number, end: number): Matrix {
  const result = matrix(rows, end - begin)
  for (let i = 0; i < rows; i++)
    result.data.set(data.subarray(i * columns + begin, i * columns + end), i * result.columns)
  return result
}
