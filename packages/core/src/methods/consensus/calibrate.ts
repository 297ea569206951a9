import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import { margins } from './margins.ts'
import type { Vote } from './vote.ts'

/**
 * The vote, as sure as the members that never saw the refinement are of its labels: refined members confirm what refined them, on noise as well. Memberships move towards 1/k by the same share for all samples,
 * so that neither labels nor the order of the samples by confidence change. Ranks have the votes of their own samples. O(n·k).
 */
export function calibrate(
  { labels, memberships, confidence }: Vote,
  unrefined: Vote,
  communicator: Communicator = oneProcess,
): Vote {
  const { rows, columns, data } = memberships
  const sure = mean(confidence, communicator)
  const share = sure > 0 ? Math.min(1, mean(margins(unrefined.memberships, labels), communicator) / sure) : 1
  const even = (1 - share) / columns
  return {
    labels,
    memberships: matrix(
      rows,
      columns,
      data.map((value) => share * value + even),
    ),
    confidence: confidence.map((value) => share * value),
  }
}

/** The mean over the samples of all ranks, added one after the other. */
function mean(values: Float64Array, communicator: Communicator): number {
  const sums = new Float64Array(2)
  sumInTurn(communicator, [sums], () => {
    for (const value of values) sums[0] += value
    sums[1] += values.length
  })
  return sums[0] / Math.max(sums[1], 1)
}
