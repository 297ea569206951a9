import type { Random } from '../numerics/random/random.ts'
import type { Block } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Share } from '../runtime/ranks/share.ts'
import type { CandidateLists } from './candidate-lists.ts'

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
export function* randomCells(
  meeting: CandidateLists,
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
function divided(meeting: CandidateLists, ids: Block, cell: Share, random: Random): Share[] {
  const { kernels, rounded, columns } = meeting
  const length = cell.end - cell.begin
  const count = Math.min(CENTRES, Math.max(2, Math.round(length / CELL)))
  const mark = kernels.mark()
  const width = 8 * Math.ceil(columns / 8)
  const centres = kernels.allocate((count * width) / 4)
  const squares = kernels.allocate(Math.ceil(count / 2))
  const drawnLabels = kernels.allocate(Math.ceil((DRAWN * count) / 2))
  const labels = kernels.allocate(Math.ceil(length / 2))
  const order = ids.i32
  const drawn = kernels.copyWhole(Array.from({ length: DRAWN * count }, () => order[cell.begin + random.below(length)]))
  const points = [rounded.rows.pointer, columns] as const
  const given = [centres.pointer, squares.pointer, count] as const
  const room = ((count + 15) * (columns + 3)) / 4 + 32
  const join = (group: number, ranges: readonly [number, number][], to: number) =>
    kernels.share(
      'nearestCentre',
      ranges.map(([first, end]) => [...points, group + 4 * first, end - first, ...given, to + 4 * first]),
      room,
    )
  const move = (members: number) =>
    kernels.share('moveCentres', [[...points, drawn.pointer, members, ...given, drawnLabels.pointer]], width / 2)
  for (let c = 0; c < count; c++) drawnLabels.i32[c] = c
  move(count)
  for (let step = 0; step < STEPS; step++) {
    join(drawn.pointer, [[0, DRAWN * count]], drawnLabels.pointer)
    move(DRAWN * count)
  }
  join(ids.pointer + 4 * cell.begin, workRanges(length, 64, count * columns), labels.pointer)
  const next = sortByLabel(ids.i32.subarray(cell.begin, cell.end), labels.i32, count)
  kernels.release(mark)
  const ends = next.filter((end, c, all) => end > (all[c - 1] ?? 0))
  // Where all points are in one place they are halved.
  if (ends.length === 1) ends.unshift(length >> 1)
  return ends.map((end, c) => ({ begin: cell.begin + (ends[c - 1] ?? 0), end: cell.begin + end }))
}

/** Puts those together that have the same label, in the order of the labels; gives where those of each end. */
function sortByLabel(ids: Int32Array, labels: Int32Array, count: number): number[] {
  const before = ids.slice()
  const next = new Int32Array(count + 1)
  for (let i = 0; i < ids.length; i++) next[labels[i] + 1]++
  for (let c = 0; c < count; c++) next[c + 1] += next[c]
  for (let i = 0; i < ids.length; i++) ids[next[labels[i]]++] = before[i]
  return Array.from(next.subarray(0, count))
}
