import type { Communicator } from '../ranks/communicator.ts'
import type { Share } from '../ranks/share.ts'
import type { MeetingPoints } from './meeting-points.ts'

/**
 * Puts the lists together that ranks have of the same points, which met others on each: every rank (points `parts[rank]`) gets the lists of its own points from
 * all others, 8 bytes per entry, and keeps the nearest entries of all; equal ones by the lower index. The lists of other points are left as they are.
 */
export function mergeLists(communicator: Communicator, meeting: MeetingPoints, parts: readonly Share[]): void {
  const { rank, size } = communicator
  const { length } = meeting
  const own = parts[rank]
  const entries = (own.end - own.begin) * length
  const sendCounts = parts.map(({ begin, end }) => (end - begin) * length)
  const receiveCounts = parts.map(() => entries)
  const indices = new Int32Array(size * entries)
  const toKeys = meeting.keys.i32
  const keys = new Int32Array(size * entries)
  const all = parts[size - 1].end * length
  const toIndices = meeting.indices.i32
  communicator.allToAll(meeting.indices.i32.slice(0, all), sendCounts, indices, receiveCounts)
  communicator.allToAll(toKeys.slice(0, all), sendCounts, keys, receiveCounts)
  const next = new Int32Array(size)
  for (let i = 0; i < own.end - own.begin; i++) {
    for (let r = 0; r < size; r++) next[r] = r * entries + i * length
    const at = (own.begin + i) * length
    let taken = 0
    while (taken < length) {
      // The nearest of those with which the lists go on.
      let best = -1
      for (let r = 0; r < size; r++) {
        const [p, q] = [next[r], next[best]]
        if (p === r * entries + (i + 1) * length || indices[p] < 0) continue
        if (best < 0 || keys[p] < keys[q] || (keys[p] === keys[q] && indices[p] < indices[q])) best = r
      }
      if (best < 0) break
      const p = next[best]++
      // Two that met on several ranks have the same key on all of them.
      if (taken > 0 && toIndices[at + taken - 1] === indices[p]) continue
      toIndices[at + taken] = indices[p]
      toKeys[at + taken++] = keys[p]
    }
  }
}
