import type { Communicator } from '../ranks/communicator.ts'

/** Numbers (i32) of a proposal. */
const PROPOSAL = 3

/**
 * Gives all ranks the proposals of all: `regions` has room for `count` regions of `room` numbers each, of which this rank has filled numbers rank, rank + size, … with
 * `own` proposals each. Gives how many there are in every region, the same as if one rank had filled them all.
 */
export function shareProposals(
  communicator: Communicator,
  regions: Int32Array,
  room: number,
  count: number,
  own: ArrayLike<number>,
): Int32Array {
  const { rank, size } = communicator
  const mine: number[] = []
  for (let region = rank; region < count; region += size) mine.push(region)
  const lengths = Int32Array.from(mine, (_, c) => own[c])
  const packed = new Int32Array(lengths.reduce((sum, length) => sum + length, 0) * PROPOSAL)
  let next = 0
  mine.forEach((region, c) => {
    packed.set(regions.subarray(region * room, region * room + lengths[c] * PROPOSAL), next)
    next += lengths[c] * PROPOSAL
  })
  const allLengths = communicator.allGather(lengths)
  const all = communicator.allGather(packed)
  const result = new Int32Array(count)
  let [at, from] = [0, 0]
  for (let r = 0; r < size; r++)
    for (let region = r; region < count; region += size) {
      const length = allLengths[at++]
      result[region] = length
      if (r !== rank) regions.set(all.subarray(from, from + length * PROPOSAL), region * room)
      from += length * PROPOSAL
    }
  return result
}
