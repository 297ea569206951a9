import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { leastOverRanks } from '../../ranks/least-over-ranks.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import type { Finding } from './canonical-views.ts'

/** The same finding with clusters numbered by size, largest first; equal sizes by the first sample, over the samples of all ranks. Memberships follow. O(n·k). */
export function numberClusters(
  found: Finding,
  copies: Int32Array,
  clusters: number,
  communicator: Communicator = oneProcess,
): Finding {
  const sizes = new Float64Array(clusters)
  const first = new Float64Array(clusters).fill(Infinity)
  const { begin } = rowsOnRanks(communicator, found.labels.length)
  found.labels.forEach((label, i) => {
    if (sizes[label] === 0) first[label] = begin + i
    sizes[label] += copies[begin + i]
  })
  communicator.allReduceSum(sizes)
  leastOverRanks(communicator, first)
  const order = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a] || (sizes[a] > 0 ? first[a] - first[b] : a - b))
  const number = new Int32Array(clusters)
  order.forEach((label, position) => {
    number[label] = position
  })
  const { memberships } = found
  const moved = memberships && matrix(memberships.rows, clusters)
  if (memberships && moved)
    for (let i = 0; i < memberships.rows; i++)
      for (let j = 0; j < clusters; j++) moved.data[i * clusters + number[j]] = memberships.data[i * clusters + j]
  return { ...found, labels: found.labels.map((label) => number[label]), memberships: moved }
}
