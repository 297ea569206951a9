import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { gatherGraphs } from './gather-graphs.ts'
import type { ViewGraphs } from './view-graphs.ts'

/** The graphs and scores of all samples on every rank, from those of the ranks' own; small beside the views: n·(3·neighbours + 2·Σ r) numbers. */
export function wholeGraphs(communicator: Communicator, own: ViewGraphs): ViewGraphs {
  if (communicator.size === 1) return own
  return {
    ...own,
    ...gatherGraphs(communicator, own),
    scores: own.scores.map((scores) => gatherRows(communicator, scores)),
    present: own.present.map((marks) => marks && communicator.allGather(marks)),
  }
}
