import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import type { CountPairs } from './member-tree.ts'
import type { Ballot } from './vote.ts'

/** Counts how often weighed partitions put samples of two groups together. Ranks have their own samples each. O(members · (n + groups²)). */
export function togetherInMembers(
  members: readonly Ballot[],
  weights: readonly number[],
  communicator: Communicator = oneProcess,
): CountPairs {
  return (groups, count) => {
    const pairs = matrix(count, count)
    members.forEach(({ labels, clusters }, b) => {
      const sizes = new Float64Array(clusters * count)
      for (let i = 0; i < groups.length; i++) sizes[labels[i] * count + groups[i]]++
      communicator.allReduceSum(sizes)
      for (let c = 0; c < clusters; c++) addProductInto(pairs, sizes.subarray(c * count, (c + 1) * count), weights[b])
    })
    return pairs
  }
}

/** The same from memberships (n×k), where there is one partition only: two samples are together as far as they belong to the same clusters. O(n·k + groups²·k). */
export function togetherInMemberships(memberships: Matrix, communicator: Communicator = oneProcess): CountPairs {
  const { columns, data } = memberships
  return (groups, count) => {
    const pairs = matrix(count, count)
    const sums = Array.from({ length: columns }, () => new Float64Array(count))
    sumInTurn(communicator, sums, (column, j) => {
      groups.forEach((group, i) => {
        column[group] += data[i * columns + j]
      })
    })
    for (const column of sums) addProductInto(pairs, column, 1)
    return pairs
  }
}

/** Adds weight · sizes · sizesᵀ. */
function addProductInto({ columns, data }: Matrix, sizes: Float64Array, weight: number): void {
  const there = Array.from(sizes.keys()).filter((group) => sizes[group] > 0)
  for (const a of there) for (const b of there) data[a * columns + b] += weight * sizes[a] * sizes[b]
}
