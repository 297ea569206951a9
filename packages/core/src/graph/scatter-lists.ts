import type { Communicator } from '../ranks/communicator.ts'
import type { Share } from '../ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** The lists of this rank's own points, `parts[rank]`, from rank `from`, which has those of all points; the others give null. 12 bytes an entry. */
export function scatterLists(
  communicator: Communicator,
  all: Neighbours | null,
  from: number,
  parts: readonly Share[],
): Neighbours {
  const { rank } = communicator
  const count = communicator.allGather(all ? Int32Array.of(all.count) : new Int32Array(0))[0]
  const samples = parts[rank].end - parts[rank].begin
  const sendCounts = parts.map(({ begin, end }) => (all ? (end - begin) * count : 0))
  const receiveCounts = parts.map((_, r) => (r === from ? samples * count : 0))
  const indices = new Int32Array(samples * count)
  const squaredDistances = new Float64Array(samples * count)
  communicator.allToAll(all?.indices ?? new Int32Array(0), sendCounts, indices, receiveCounts)
  communicator.allToAll(all?.squaredDistances ?? new Float64Array(0), sendCounts, squaredDistances, receiveCounts)
  return { samples, count, indices, squaredDistances }
}
