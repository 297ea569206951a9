import type { Communicator } from '../runtime/ranks/communicator.ts'
import { shares } from '../runtime/ranks/share.ts'
import type { MeetingPoints } from './meeting-points.ts'
import { mergeLists } from './merge-lists.ts'

/** Gives all ranks the lists of all points as if everyone who met on any of them had met here. Each rank puts its share of the lists together: 16 bytes per entry. */
export function shareLists(communicator: Communicator, meeting: MeetingPoints): void {
  const { rank, size } = communicator
  if (size === 1) return
  const { count, length } = meeting
  const parts = shares(count, size)
  mergeLists(communicator, meeting, parts)
  const [begin, end] = [2 * parts[rank].begin * length, 2 * parts[rank].end * length]
  meeting.lists.i32.set(communicator.allGather(meeting.lists.i32.slice(begin, end)))
}
