// Run on every rank by search-over-ranks.test.ts: the default method from the graphs on, with this rank's rows of them.
import { takeRows } from '../../src/data/take-rows.ts'
import * as many from '../../src/fit-on-demand.ts'
import { componentsOverRanks } from '../../src/graph/components-over-ranks.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import type { Matrix } from '../../src/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/linalg/sparse-matrix.ts'
import type { Finding } from '../../src/methods/consensus/canonical-views.ts'
import { numberClusters } from '../../src/methods/consensus/number-clusters.ts'
import { searchGraphs } from '../../src/methods/consensus/search-graphs.ts'
import type { ViewGraphs } from '../../src/methods/consensus/view-graphs.ts'
import { type Vote, vote } from '../../src/methods/consensus/vote.ts'
import { Random } from '../../src/random/random.ts'
import type { Communicator } from '../../src/ranks/communicator.ts'
import { share } from '../../src/ranks/share.ts'
import { drain } from '../drain.ts'

/** Whole graphs, and the searches to make in them. */
export interface GivenSearches {
  seen: ViewGraphs
  twins: Uint32Array
  clusters: number
  searches: { fitted: number; effort: 'full' | 'fast' }[]
}

/** What a rank finds: one finding a search, the parts of the first graph, and its part of a small vote. */
export interface FoundOnRank {
  findings: Finding[]
  parts: { labels: Int32Array; sizes: number[] }
  vote: Vote
}

export async function run(communicator: Communicator, given: GivenSearches): Promise<FoundOnRank> {
  const { twins, clusters, searches } = given
  const kernels = await Kernels.load()
  const seen = ownGraphs(given.seen, communicator)
  const findings = searches.map(({ fitted, effort }) => {
    const random = new Random(5)
    const search = { kernels, seen, twins, clusters, neighbours: 10, random, fitted, many, communicator }
    return numberClusters(drain(searchGraphs(search, effort)), clusters, communicator)
  })
  return {
    findings,
    parts: componentsOverRanks(communicator, seen.graphs[0].graph),
    vote: smallVote(kernels, communicator),
  }
}

/** Nine samples, of which three in the middle are identical; the third cluster has only one vote of two, so that it would lose its samples. */
function smallVote(kernels: Kernels, communicator: Communicator): Vote {
  const twins = Uint32Array.of(0, 1, 2, 3, 3, 3, 6, 7, 8)
  const { begin, end } = share(twins.length, communicator.size, communicator.rank)
  const ballots = [
    [0, 0, 0, 0, 1, 0, 1, 1, 1],
    [0, 0, 0, 0, 1, 1, 1, 1, 1],
  ].map((labels) => ({ clusters: 2, labels: Int32Array.from(labels.slice(begin, end)) }))
  const consensus = Int32Array.of(0, 0, 0, 0, -1, 1, 1, 2, 1).subarray(begin, end)
  return drain(vote(kernels, ballots, [1, 2], consensus, 3, twins, communicator))
}

/** Cuts graphs of all samples into this rank's rows, as ranks that have their own samples each build them. */
function ownGraphs(seen: ViewGraphs, { size, rank }: Communicator): ViewGraphs {
  const own = <M extends Matrix | SparseMatrix>(a: M): M => {
    const { begin, end } = share(a.rows, size, rank)
    return takeRows(
      a,
      Array.from({ length: end - begin }, (_, i) => begin + i),
    )
  }
  return {
    ...seen,
    graphs: seen.graphs.map(({ name, graph }) => ({ name, graph: own(graph) })),
    scores: seen.scores.map(own),
    wide: seen.wide.map(own),
    speaking: seen.speaking.map((marks) => {
      const { begin, end } = share(marks.length, size, rank)
      return marks.slice(begin, end)
    }),
    features: own(seen.features),
  }
}
