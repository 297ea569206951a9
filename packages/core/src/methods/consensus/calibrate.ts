import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import { margins } from './margins.ts'
import type { Vote } from './vote.ts'

/**
 * The vote, less sure of samples that members do not keep `together` with their cluster (n, 0 … 1), and on average as sure as the members that never saw the refinement are of its labels: refined members confirm what
 * refined them, on noise as well. Memberships move towards 1/k by the same share as the confidence, so that labels stay. Ranks have the votes of their own samples. O(n·k).
 */
export function calibrate(
  { labels, memberships, confidence }: Vote,
  unrefined: Vote,
  together: Float64Array,
  communicator: Communicator = oneProcess,
): Vote {
  const { rows, columns, data } = memberships
  const held = confidence.map((value, i) => value * together[i])
  const sure = mean(held, communicator)
  const share = sure > 0 ? Math.min(1, mean(margins(unrefined.memberships, labels), communicator) / sure) : 1
  const calibrated = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) {
    const own = share * together[i]
    for (let j = 0; j < columns; j++, p++) calibrated.data[p] = own * data[p] + (1 - own) / columns
  }
  return { labels, memberships: calibrated, confidence: held.map((value) => share * value) }
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
