import type { KernelCall, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import type { Share } from '../ranks/share.ts'
import { measureLists } from './measure-lists.ts'
import { MeetingPoints } from './meeting-points.ts'
import { nearCells } from './near-cells.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { shareLists } from './share-lists.ts'
import { shareProposals } from './share-proposals.ts'

/** How often cells are drawn in which all points meet. */
const DRAWS = 8
/** Points in a cell at most, and that many times the length of a list at least. */
const CELL = 2048
/** Cells whose points meet before others get a turn. */
const CELLS = 32
/** Entries kept a point beyond those asked for: they keep the search from getting stuck. */
const SPARE = 8
/** Entries beyond those asked for that are measured, so that rounding decides nothing among near-equals. */
const MEASURED = 6
/** Fresh and old points around a point that are followed, at most that many each. */
const MEETING = 24
const MAX_PASSES = 4
/** Part of the entries of the result that a pass has to change for another one to follow, which changes about a quarter of that. */
const WORTH = 0.05
/** Points around which others meet in one call, and calls in a round: what a round finds is taken in at its end. */
const CHUNK = 256
const ROUND = 32
/** Bytes of a proposal. */
const PROPOSAL = 12

/**
 * Nearly all of the `count` nearest other points (Euclidean) of each row of `points` (n×r): all points of a cell meet, in eight draws of cells, then neighbours of
 * neighbours do until few lists change (NN-descent), at most 4 times. Recall is 0.95 or more on clustered data of moderate dimension.
 * Same generator, same result, for any number of threads; equal distances go to the lower index. Yields within. About O(n·log n·r) time,
 * n·(2·r + 600) bytes: the search compares points that are rounded to 16 bits, and the nearest are measured in single precision. Ranks, which all have all points, share the work; each gets the lists of its own points, `parts[rank]`, the same as in one process.
 * Source: Dong, Moses and Li, WWW 2011.
 */
export function* approximateNeighbours(
  kernels: Kernels,
  points: Matrix,
  count: number,
  random: Random,
  communicator: Communicator = oneProcess,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
): Generator<Progress, Neighbours> {
  const n = points.rows
  const kept = Math.min(count, n - 1)
  const { begin, end } = parts[communicator.rank]
  if (kept === 0)
    return { samples: end - begin, count: 0, indices: new Int32Array(0), squaredDistances: new Float64Array(0) }
  const mark = kernels.mark()
  const meeting = new MeetingPoints(kernels, points, Math.min(kept + SPARE, n - 1))
  yield* meetInCells(meeting, random, communicator)
  shareLists(communicator, meeting)
  const total = DRAWS + MAX_PASSES
  const passes = kernels.mark()
  const around = kernels.allocate(n * MEETING)
  const counts = kernels.allocate(n)
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const progress = { stage: 'neighbours', iteration: DRAWS + pass + 1, total }
    yield* lookAround(meeting, around.pointer, counts.pointer, progress)
    let changes = 0
    for (let first = 0; first < n; first += CHUNK * ROUND) {
      changes += meetAround(meeting, around.pointer, counts.pointer, first, communicator)
      yield progress
    }
    if (changes <= WORTH * n * kept) break
  }
  kernels.release(passes)
  const { indices, squaredDistances } = measureLists(kernels, points, meeting, kept, kept + MEASURED, 'single')
  kernels.release(mark)
  yield { stage: 'neighbours', iteration: total, total }
  return {
    samples: end - begin,
    count: kept,
    indices: indices.slice(begin * kept, end * kept),
    squaredDistances: squaredDistances.slice(begin * kept, end * kept),
  }
}

/** The cells of the first draw are neighbours in memory from then on. */
function* meetInCells(
  meeting: MeetingPoints,
  random: Random,
  { rank, size: ranks }: Communicator,
): Generator<Progress> {
  const { kernels, columns, length, count, rounded, lists } = meeting
  const size = Math.max(CELL, 4 * length)
  const room = ((size + 7) * (columns + 5)) / 4 + size * length + 16
  const mark = kernels.mark()
  const ids = kernels.allocate(Math.ceil(count / 2))
  for (let draw = 0; draw < DRAWS; draw++) {
    // All ranks need the order of the first draw and share its cells; of the others each does some.
    if (draw > 0 && draw % ranks !== rank) continue
    const progress = { stage: 'neighbours', iteration: draw + 1, total: DRAWS + MAX_PASSES }
    const cells = yield* nearCells(meeting, ids, size, random.split(draw), progress)
    if (draw === 0) {
      meeting.reorder(ids.i32.slice(0, count))
      for (let i = 0; i < count; i++) ids.i32[i] = i
    }
    const own = cells.filter((_, cell) => draw > 0 || cell % ranks === rank)
    const calls = own.map(
      ({ begin, end }): KernelCall<'meetGroup'> => [
        rounded.rows.pointer,
        columns,
        rounded.squares.pointer,
        ids.pointer + 4 * begin,
        end - begin,
        lists.pointer,
        length,
      ],
    )
    for (let first = 0; first < calls.length; first += CELLS) {
      kernels.share('meetGroup', calls.slice(first, first + CELLS), room)
      yield progress
    }
  }
  kernels.release(mark)
}

/** For each point its neighbours and those that name it as theirs. */
function* lookAround(meeting: MeetingPoints, around: number, counts: number, progress: Progress): Generator<Progress> {
  const { kernels, count, length, lists, fresh } = meeting
  const parts = shareOut(meeting)
  const given = [length, MEETING, around, counts] as const
  kernels.share(
    'gatherForward',
    parts.map((part) => [lists.pointer, fresh.pointer, ...part, ...given]),
  )
  yield progress
  kernels.share(
    'gatherReverse',
    parts.map((part) => [lists.pointer, fresh.pointer, count, ...part, ...given]),
  )
  yield progress
}

/** One part of the points for each thread, which looks through all lists for what concerns its own: the result does not depend on how many there are. */
function shareOut(meeting: MeetingPoints): [number, number][] {
  return meeting.stretches(Math.ceil(meeting.count / (meeting.kernels.sharer?.size ?? 1)))
}

/** Those around each point of one round meet; gives the number of entries that this made in any list. */
function meetAround(
  meeting: MeetingPoints,
  around: number,
  counts: number,
  first: number,
  communicator: Communicator,
): number {
  const { kernels, count, columns, length, rounded, lists, fresh } = meeting
  const mark = kernels.mark()
  // A fresh one meets the other fresh ones and the old ones, and each two may propose both ways.
  const region = CHUNK * (MEETING * (MEETING - 1) + 2 * MEETING * MEETING) * PROPOSAL
  const proposals = kernels.allocate(Math.ceil((ROUND * region) / 8))
  const found = kernels.allocate(Math.ceil(ROUND / 2))
  const calls: KernelCall<'meetAround'>[] = []
  for (let begin = first; begin < Math.min(first + CHUNK * ROUND, count); begin += CHUNK)
    calls.push([
      rounded.rows.pointer,
      columns,
      rounded.squares.pointer,
      begin,
      Math.min(begin + CHUNK, count),
      MEETING,
      around,
      counts,
      lists.pointer,
      length,
      proposals.pointer + calls.length * region,
    ])
  const { rank, size } = communicator
  const mine = calls.filter((_, c) => c % size === rank)
  const proposed = kernels.share('meetAround', mine, ((2 * MEETING + 7) * (columns + 7)) / 4 + 16)
  const numbers = proposed.subarray(0, mine.length)
  found.i32.set(size === 1 ? numbers : shareProposals(communicator, proposals.i32, region / 4, calls.length, numbers))
  const parts = shareOut(meeting)
  const taken = kernels.share(
    'takeProposals',
    parts.map(([begin, end]) => [
      proposals.pointer,
      calls.length,
      region,
      found.pointer,
      begin,
      end,
      lists.pointer,
      fresh.pointer,
      length,
    ]),
  )
  kernels.release(mark)
  return taken.subarray(0, parts.length).reduce((sum, value) => sum + value, 0)
}
