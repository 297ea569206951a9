import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import type { ScoredViews, ViewGraphs } from './view-graphs.ts'

/** The graphs and features of all samples on every rank, from those of the ranks' own; small beside the views: n·(3·neighbours + Σ r) numbers. */
export function gatherGraphs(
  communicator: Communicator,
  { graphs, features }: Pick<ViewGraphs, 'graphs' | 'features'>,
): Pick<ViewGraphs, 'graphs' | 'features'> {
  return {
    graphs: graphs.map(({ name, graph }) => ({ name, graph: gatherRows(communicator, graph) })),
    features: gatherRows(communicator, features),
  }
}

/** The scores of all samples on every rank, from those of the ranks' own: n·Σ 130 numbers at most. */
export function gatherScores(communicator: Communicator, views: ScoredViews): ScoredViews {
  return {
    ...views,
    scores: views.scores.map((own) => gatherRows(communicator, own)),
    wide: views.wide.map((own) => gatherRows(communicator, own)),
    speaking: views.speaking.map((own) => communicator.allGather(own)),
  }
}
