import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { meanOverRanks } from '../../ranks/mean-over-ranks.ts'
import { oneProcess } from '../../ranks/one-process.ts'
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
  const sure = meanOverRanks(held, communicator)
  const share = sure > 0 ? Math.min(1, meanOverRanks(margins(unrefined.memberships, labels), communicator) / sure) : 1
  const calibrated = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) {
    const own = share * together[i]
    for (let j = 0; j < columns; j++, p++) calibrated.data[p] = own * data[p] + (1 - own) / columns
  }
  return { labels, memberships: calibrated, confidence: held.map((value) => share * value) }
}
