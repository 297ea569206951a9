import type { Communicator } from './communicator.ts'
import { sumInTurn } from './sum-in-turn.ts'

/** The mean of one number per sample over the samples of all ranks, added one after the other; 0 where there are none. */
export function meanOverRanks(values: Float64Array, communicator: Communicator): number {
  const sums = new Float64Array(2)
  sumInTurn(communicator, [sums], () => {
    for (const value of values) sums[0] += value
    sums[1] += values.length
  })
  return sums[0] / Math.max(sums[1], 1)
}
