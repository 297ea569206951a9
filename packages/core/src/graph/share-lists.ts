import type { Communicator } from '../ranks/communicator.ts'
import { shares } from '../ranks/share.ts'
import type { MeetingPoints } from './meeting-points.ts'
import { mergeLists } from './merge-lists.ts'

/** Gives all ranks the lists of all points as if everyone who met on any of them had met here; all entries count as fresh. Each rank puts its share of the lists together: 16 bytes per entry. */
export function shareLists(communicator: Communicator, meeting: MeetingPoints): void {
  const { rank, size } = communicator
  if (size === 1) return
  const { count, length } = meeting
  const parts = shares(count, size)
  mergeLists(communicator, meeting, parts)
  const [begin, end] = [parts[rank].begin * length, parts[rank].end * length]
  const indices = communicator.allGather(meeting.indices.i32.slice(begin, end))
  meeting.indices.i32.set(indices)
  meeting.keys.i32.set(communicator.allGather(meeting.keys.i32.slice(begin, end)))
  const { buffer, byteOffset } = meeting.fresh.f64
  const fresh = new Uint8Array(buffer, byteOffset, count * length)
  for (let p = 0; p < fresh.length; p++) fresh[p] = indices[p] >= 0 ? 1 : 0
}
