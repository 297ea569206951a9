import type { Communicator } from '../ranks/communicator.ts'
import type { Share } from '../ranks/share.ts'
import type { MeetingPoints } from './meeting-points.ts'

/**
 * Puts the lists together that ranks have of the same points, which met others on each: every rank (points `parts[rank]`) gets the lists of its own points from
 * all others, 12 bytes an entry, and keeps the nearest entries of all; equal ones by the lower index. The lists of other points are left as they are.
 */
export function mergeLists(communicator: Communicator, meeting: MeetingPoints, parts: readonly Share[]): void {
  const { rank, size } = communicator
  const { length } = meeting
  const own = parts[rank]
  const entries = (own.end - own.begin) * length
  const sendCounts = parts.map(({ begin, end }) => (end - begin) * length)
  const receiveCounts = parts.map(() => entries)
  const indices = new Int32Array(size * entries)
  const keys = new Float64Array(size * entries)
  const all = parts[size - 1].end * length
  communicator.allToAll(meeting.indices.i32.slice(0, all), sendCounts, indices, receiveCounts)
  communicator.allToAll(meeting.keys.f64.slice(0, all), sendCounts, keys, receiveCounts)
  const [toIndices, toKeys] = [meeting.indices.i32, meeting.keys.f64]
  for (let i = 0; i < own.end - own.begin; i++) {
    const found: number[] = []
    for (let r = 0; r < size; r++)
      for (let p = r * entries + i * length; p < r * entries + (i + 1) * length; p++) if (indices[p] >= 0) found.push(p)
    found.sort((p, q) => keys[p] - keys[q] || indices[p] - indices[q])
    const at = (own.begin + i) * length
    // Two that met on several ranks have the same key on all of them.
    const once = found.filter((p, c) => c === 0 || indices[p] !== indices[found[c - 1]])
    for (const [c, p] of once.slice(0, length).entries()) {
      toIndices[at + c] = indices[p]
      toKeys[at + c] = keys[p]
    }
  }
}
