import type { Matrix } from '../numerics/linalg/matrix.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { type CandidateLists, NO_KEY } from './candidate-lists.ts'
import type { Measured } from './measure-lists.ts'

/** Allowance for the rounding of double precision, against what distances are made of. */
const SLACK = 1e-14

/**
 * Rounding to 16 bits moves a point by at most `moved`, so that a distance changes by twice that at most: a point that is missing in the full list of another is at least as far as the last entry, less that. Where this does not exceed
 * the last distance that was measured, and for points far from all others, which rounding moves more, everyone who may be nearer is measured. Changes what was `measured` of points begin … end − 1 after all have met all.
 * O(points in doubt · n·r).
 */
export function verifyUncertain(
  meeting: CandidateLists,
  { columns, data }: Matrix,
  { begin, end }: Share,
  { rows, count, nearest, distances }: Measured,
): void {
  const { kernels, length, lists, names, rounded } = meeting
  if (length === meeting.count - 1) return
  let largest = 0
  for (let p = 0; p < data.length; p++) if (Math.abs(data[p]) > largest) largest = Math.abs(data[p])
  const margin = 2 * rounded.moved + SLACK * largest * Math.sqrt(columns)
  const doubted: number[] = []
  const limits: number[] = []
  for (let i = begin; i < end; i++) {
    const last = Math.sqrt(distances.f64[(i + 1) * count - 1]) * (1 + SLACK)
    const isFar = !(rounded.distances.f64[i] <= rounded.radius)
    if (!isFar && Math.sqrt(lists.i32[2 * (i + 1) * length - 1]) / rounded.scale - margin > last) continue
    const within = (last + margin) * rounded.scale
    doubted.push(i)
    limits.push(isFar ? NO_KEY : Math.min(NO_KEY, Math.ceil(within * within) + 1))
  }
  if (doubted.length === 0) return
  const mark = kernels.mark()
  const ids = kernels.copyWhole(doubted)
  const farthest = kernels.copyWhole(limits)
  kernels.share(
    'measureWithin',
    workRanges(doubted.length, 1, meeting.count * columns).map(([first, stop]) => [
      rows.pointer,
      columns,
      meeting.count,
      rounded.rows.pointer,
      rounded.squares.pointer,
      ids.pointer + 4 * first,
      farthest.pointer + 4 * first,
      stop - first,
      names.pointer,
      count,
      nearest.pointer,
      distances.pointer,
    ]),
    meeting.count + 2,
  )
  kernels.release(mark)
}
