import type { Matrix } from '../linalg/matrix.ts'
import type { Share } from '../ranks/share.ts'
import { type MeetingPoints, NO_KEY } from './meeting-points.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Points that one call looks at. */
const CHUNK = 32
/** Allowance for the rounding of double precision, against what distances are made of. */
const SLACK = 1e-14

/**
 * Rounding to 16 bits moves a point by at most `moved`, so that a distance changes by twice that at most: a point that is missing in the full list of another is at least as far as the last entry, less that. Where this does not exceed
 * the last distance of `result`, and for points far from all others, which rounding moves more, everyone who may be nearer is measured. Changes `result`, the lists of points begin … end − 1 after all have met all.
 * O(points in doubt · n·r).
 */
export function settleDoubts(meeting: MeetingPoints, points: Matrix, result: Neighbours, own: Share): void {
  const { kernels, count, columns, length, keys, names, rounded } = meeting
  if (length === count - 1) return
  const { scale, radius, distances: far } = rounded
  const largest = points.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const margin = 2 * rounded.moved + SLACK * largest * Math.sqrt(columns)
  const doubted: number[] = []
  const limits: number[] = []
  for (let i = own.begin; i < own.end; i++) {
    const last = Math.sqrt(result.squaredDistances[(i - own.begin + 1) * result.count - 1]) * (1 + SLACK)
    const isFar = !(far.f64[i] <= radius)
    if (!isFar && Math.sqrt(keys.i32[(i + 1) * length - 1]) / scale - margin > last) continue
    doubted.push(i)
    const within = (last + margin) * scale
    limits.push(isFar ? NO_KEY : Math.min(NO_KEY, Math.ceil(within * within) + 1))
  }
  if (doubted.length === 0) return
  const mark = kernels.mark()
  const block = kernels.copyIn(points.data)
  const ids = kernels.allocate(Math.ceil(doubted.length / 2))
  const within = kernels.allocate(Math.ceil(doubted.length / 2))
  const nearest = kernels.allocate(Math.ceil((count * result.count) / 2))
  const distances = kernels.allocate(count * result.count)
  ids.i32.set(doubted)
  within.i32.set(limits)
  const calls: [number, number][] = []
  for (let first = 0; first < doubted.length; first += CHUNK)
    calls.push([first, Math.min(CHUNK, doubted.length - first)])
  kernels.share(
    'measureWithin',
    calls.map(([first, asked]) => [
      block.pointer,
      columns,
      count,
      rounded.rows.pointer,
      rounded.squares.pointer,
      ids.pointer + 4 * first,
      within.pointer + 4 * first,
      asked,
      names.pointer,
      result.count,
      nearest.pointer,
      distances.pointer,
    ]),
    count / 2 + 4,
  )
  for (const i of doubted) {
    const [from, to] = [i * result.count, (i + 1) * result.count]
    result.indices.set(nearest.i32.subarray(from, to), (i - own.begin) * result.count)
    result.squaredDistances.set(distances.f64.subarray(from, to), (i - own.begin) * result.count)
  }
  kernels.release(mark)
}
