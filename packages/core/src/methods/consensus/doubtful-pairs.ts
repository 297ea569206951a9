import { placedNeighbours } from '../../graph/placed-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import { type CommonNeighbours, commonNeighbours } from './common-neighbours.ts'
import { unrelatedViews } from './unrelated-views.ts'
import type { ScoredViews } from './view-graphs.ts'

/**
 * The pairs of views once more, with full lists for each pair of a view that seems unrelated to all others. Where samples lack views, lists of neighbours name samples that the other view lacks; what is left of them is
 * short, and short lists have little in common by clusters alone. So `neighbours` are searched anew among the samples that both views have. Ranks give the rows of their own samples. O(pairs · n²·r) where it is done.
 */
export function* lookAgain(
  kernels: Kernels,
  { scores, speaking }: Pick<ScoredViews, 'scores' | 'speaking'>,
  pairs: readonly CommonNeighbours[],
  neighbours: number,
  random: Random,
  communicator: Communicator,
): Generator<Progress, CommonNeighbours[]> {
  const unrelated = unrelatedViews(scores.length, pairs)
  const result: CommonNeighbours[] = []
  for (const found of pairs) {
    const { pair, samples, shorter } = found
    if (shorter >= samples * neighbours || !pair.some((v) => unrelated[v])) {
      result.push(found)
      continue
    }
    const both = speaking[pair[0]].map((has, i) => has & speaking[pair[1]][i])
    const lists = []
    for (const v of pair)
      lists.push(yield* placedNeighbours(communicator, kernels, scores[v], both, neighbours, random.split(...pair, v)))
    const [full] = yield* commonNeighbours(lists, rowsOnRanks(communicator, both.length).total, communicator)
    result.push({ ...full, pair })
  }
  return result
}
