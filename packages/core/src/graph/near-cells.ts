import type { Block } from '../kernels/kernels.ts'
import { workRanges } from '../kernels/work-ranges.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { Share } from '../ranks/share.ts'
import type { MeetingPoints } from './meeting-points.ts'

/** Points in a cell, about. */
const CELL = 768
/** Centres of a group at most, how many drawn points each is moved by, and how often. */
const CENTRES = 128
const DRAWN = 16
const STEPS = 2

/**
 * Cells of points that are near each other, drawn at random: the points are put into an order (`ids`, u32 in the kernels' memory) in which those stand together that are nearest to the same of up to 128 centres. Centres are
 * drawn points, which two steps of k-means moved into the middle of a few others. Cells of more than `size` points are divided again. Gives the cells as stretches of `ids`; yields `progress`. O(n·r·128) per level, on all threads.
 */
export function* nearCells(
  meeting: MeetingPoints,
  ids: Block,
  size: number,
  random: Random,
  progress: Progress,
): Generator<Progress, Share[]> {
  const order = ids.i32
  for (let i = 0; i < meeting.count; i++) order[i] = i
  const cells: Share[] = []
  const open: Share[] = [{ begin: 0, end: meeting.count }]
  for (let cell = open.pop(); cell; cell = open.pop()) {
    if (cell.end - cell.begin <= size) cells.push(cell)
    else open.push(...divided(meeting, ids, cell, random))
    yield progress
  }
  return cells
}

/** The cells of one cell: puts those points together that have the same nearest centre. */
function divided(meeting: MeetingPoints, ids: Block, cell: Share, random: Random): Share[] {
  const { kernels, rounded, columns } = meeting
  const length = cell.end - cell.begin
  const count = Math.min(CENTRES, Math.max(2, Math.round(length / CELL)))
  const mark = kernels.mark()
  const width = 8 * Math.ceil(columns / 8)
  const centres = kernels.allocate((count * width) / 4)
  const squares = kernels.allocate(Math.ceil(count / 2))
  const nearest = kernels.allocate(meeting.count)
  // A point that is drawn twice is one centre; the other one stays in the middle of all points.
  for (const block of [centres, squares]) block.i32.fill(0)
  const order = ids.i32
  const drawn = kernels.copyWhole(Array.from({ length: DRAWN * count }, () => order[cell.begin + random.below(length)]))
  const points = [rounded.rows.pointer, columns] as const
  const given = [centres.pointer, squares.pointer, count, nearest.pointer] as const
  const join = (group: number, ranges: readonly [number, number][]) =>
    kernels.share(
      'nearestCentre',
      ranges.map(([first, end]) => [...points, rounded.squares.pointer, group + 4 * first, end - first, ...given]),
      ((ranges[0][1] + count + 14) * (columns + 7)) / 4 + 16,
    )
  const move = (members: number) =>
    kernels.share('moveCentres', [[...points, drawn.pointer, members, ...given]], width / 2)
  for (let c = 0; c < count; c++) nearest.i32[2 * drawn.i32[c]] = c
  move(count)
  for (let step = 0; step < STEPS; step++) {
    // In one go: some are drawn twice.
    join(drawn.pointer, [[0, DRAWN * count]])
    move(DRAWN * count)
  }
  join(ids.pointer + 4 * cell.begin, workRanges(length, 64, count * columns))
  const [labels, numbers] = [nearest.i32, ids.i32.subarray(cell.begin, cell.end)]
  const next = new Int32Array(count + 1)
  for (const id of numbers) next[labels[2 * id] + 1]++
  for (let c = 0; c < count; c++) next[c + 1] += next[c]
  for (const id of numbers.slice()) numbers[next[labels[2 * id]]++] = id
  kernels.release(mark)
  const ends = Array.from(next.subarray(0, count)).filter((end, c, all) => end > (all[c - 1] ?? 0))
  // Where all points are in one place they are halved.
  if (ends.length === 1) ends.unshift(length >> 1)
  return ends.map((end, c) => ({ begin: cell.begin + (ends[c - 1] ?? 0), end: cell.begin + end }))
}
