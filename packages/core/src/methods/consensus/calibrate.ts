import { matrix } from '../../linalg/matrix.ts'
import type { Vote } from './vote.ts'

/**
 * The vote, as sure as the members that never saw the refinement are of its labels: refined members confirm what refined them, on noise as well. Memberships move towards 1/k by the same share for all samples,
 * so that neither labels nor the order of the samples by confidence change. O(n·k).
 */
export function calibrate({ labels, memberships, confidence }: Vote, unrefined: Vote): Vote {
  const { rows, columns, data } = memberships
  const sure = mean(confidence)
  const share = sure > 0 ? Math.min(1, meanLead(unrefined, labels) / sure) : 1
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

/** By how much members prefer the cluster of a sample to the next, on average; a sample that they would put elsewhere counts as 0. */
function meanLead({ memberships: { columns, data } }: Vote, labels: Int32Array): number {
  return mean(
    Float64Array.from(labels, (label, i) => {
      let other = 0
      for (let j = 0; j < columns; j++) if (j !== label) other = Math.max(other, data[i * columns + j])
      return Math.max(0, data[i * columns + label] - other)
    }),
  )
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}
