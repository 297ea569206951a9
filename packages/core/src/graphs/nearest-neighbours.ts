import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { CandidateLists, mergeCandidates, NO_KEY } from './candidate-lists.ts'
import { type Measured, measureLists } from './measure-lists.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** Further candidates a point: the nearest of all are measured, so that rounding decides nothing among near-equals. */
const SPARE = 6
/** Points in a block, by whether they have many features: two blocks meet within some milliseconds. */
const BLOCK = 512
const BLOCK_OF_MANY = 256
const MANY = 128

/**
 * The `count` nearest other points (Euclidean) of each row of `points` (n×r), exact: blocks of rounded points meet two and two, on all threads, then the candidates are measured
 * by their differences, and all others that rounding could have kept out. Equal distances go to the lower index. Yields after every round. O(n²·r / 2) time, O(n·(r + count)) memory.
 * Ranks, which all have all points, share the meetings; each gets the lists of its own points, `parts[rank]`.
 */
export function* nearestNeighbours(
  kernels: Kernels,
  points: Matrix,
  count: number,
  ranks: Ranks,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
): Generator<Progress, Neighbours> {
  const n = points.rows
  const { rank, size } = ranks
  const range = parts[rank]
  const length = Math.min(count, n - 1)
  if (length <= 0)
    return {
      samples: range.end - range.begin,
      count: 0,
      indices: new Int32Array(0),
      squaredDistances: new Float64Array(0),
    }
  const mark = kernels.mark()
  const meeting = new CandidateLists(kernels, points, Math.min(length + SPARE, n - 1))
  yield* meetInBlocks(meeting, ranks)
  if (size > 1) mergeCandidates(ranks, meeting, parts)
  const result = measureLists(kernels, points, meeting, length, meeting.length, 'double', range, (measured) =>
    verifyUncertain(meeting, points, range, measured),
  )
  kernels.release(mark)
  return result
}

function* meetInBlocks(meeting: CandidateLists, { rank, size }: Ranks): Generator<Progress> {
  const { kernels, count, columns, rounded, names, lists, length } = meeting
  const mark = kernels.mark()
  const padded = Math.ceil(count / 8) * 8
  const panels = kernels.allocate((padded * Math.ceil(columns / 2)) / 2)
  const square = kernels.allocate(padded / 2)
  const limits = kernels.allocate(padded / 2)
  kernels.call.gatherPanels(
    rounded.rows.pointer,
    columns,
    rounded.squares.pointer,
    names.pointer,
    count,
    lists.pointer,
    length,
    panels.pointer,
    square.pointer,
    limits.pointer,
  )
  const blocks = meeting.stretches(columns > MANY ? BLOCK_OF_MANY : BLOCK)
  const meet = (one: number, other: number): KernelCall<'meetPanels'> => [
    panels.pointer,
    square.pointer,
    limits.pointer,
    names.pointer,
    columns,
    ...blocks[Math.min(one, other)],
    ...blocks[Math.max(one, other)],
    lists.pointer,
    length,
  ]
  const rounds = tournament(blocks.length)
  for (const [r, pairs] of rounds.entries()) {
    const mine = pairs.filter((_, p) => (r + p) % size === rank)
    kernels.share(
      'meetPanels',
      mine.map(([one, other]) => meet(one, other)),
      16,
    )
    yield { stage: 'neighbours', iteration: r + 1, total: rounds.length }
  }
  kernels.release(mark)
}

/** Rounds in which everyone of `players` meets at most one other, until all have met all and themselves: what one round changes has nothing in common. */
function tournament(players: number): [number, number][][] {
  const seats = players + (players % 2)
  const rounds = [Array.from({ length: players }, (_, one): [number, number] => [one, one])]
  for (let round = 0; round < seats - 1; round++) {
    const pairs: [number, number][] = []
    // One player stays, the others move round by one seat.
    for (let seat = 0; seat < seats / 2; seat++) {
      const one = seat === 0 ? seats - 1 : (round + seat) % (seats - 1)
      const other = (round - seat + seats - 1) % (seats - 1)
      if (one < players && other < players) pairs.push([one, other])
    }
    rounds.push(pairs)
  }
  return rounds.filter((pairs) => pairs.length > 0)
}

/** Allowance for the rounding of double precision, against what distances are made of. */
const SLACK = 1e-14

/**
 * Rounding to 16 bits moves a point by at most `moved`, so that a distance changes by twice that at most: a point that is missing in the full list of another is at least as far as the last entry, less that. Where this does not exceed
 * the last distance that was measured, and for points far from all others, which rounding moves more, everyone who may be nearer is measured. Changes what was `measured` of points begin … end − 1 after all have met all.
 * O(points in doubt · n·r).
 */
function verifyUncertain(
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
