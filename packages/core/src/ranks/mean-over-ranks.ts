import type { Communicator } from './communicator.ts'

/** The mean of one number per sample over the samples of all ranks. */
export function meanOverRanks(values: Float64Array, communicator: Communicator): number {
  const sums = Float64Array.of(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  )
  communicator.allReduceSum(sums)
  return sums[0] / sums[1]
}
