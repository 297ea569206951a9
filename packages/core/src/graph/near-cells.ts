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
/** Cells within cells. What is too large then has very many points in one place and is cut anywhere. */
const LEVELS = 4

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
  let cells: Share[] = [{ begin: 0, end: meeting.count }]
  for (let level = 0; level < LEVELS; level++) {
    const parts: Share[] = []
    for (const cell of cells) {
      if (cell.end - cell.begin <= size) parts.push(cell)
      else parts.push(...divided(meeting, ids, cell, random))
      yield progress
    }
    cells = parts
  }
  return cells.flatMap(({ begin, end }) => {
    const pieces = Math.ceil((end - begin) / size)
    const cut = (piece: number) => begin + Math.floor((piece * (end - begin)) / pieces)
    return Array.from({ length: pieces }, (_, piece) => ({ begin: cut(piece), end: cut(piece + 1) }))
  })
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
    kernels.share('moveCentres', [[...points, drawn.pointer, members, ...given]], (count * (width + 1)) / 2)
  for (let c = 0; c < count; c++) nearest.i32[2 * drawn.i32[c]] = c
  move(count)
  for (let step = 0; step < STEPS; step++) {
    // In one go: some are drawn twice.
    join(drawn.pointer, [[0, DRAWN * count]])
    move(DRAWN * count)
  }
  join(ids.pointer + 4 * cell.begin, workRanges(length, 64, count * columns))
  const found = nearest.i32
  const numbers = ids.i32.subarray(cell.begin, cell.end)
  const parts = sortBy(
    numbers.map((id) => found[2 * id]),
    count,
    numbers,
  )
  kernels.release(mark)
  return parts.map(({ begin, end }) => ({ begin: cell.begin + begin, end: cell.begin + end }))
}

/** Sorts numbers by their labels, below `count`, those of the same label in the order they have; gives the stretches of each label that there is. */
function sortBy(labels: Int32Array, count: number, numbers: Int32Array): Share[] {
  const next = new Int32Array(count + 1)
  for (const label of labels) next[label + 1]++
  for (let c = 0; c < count; c++) next[c + 1] += next[c]
  const stretches = Array.from({ length: count }, (_, c) => ({ begin: next[c], end: next[c + 1] }))
  const before = numbers.slice()
  for (let i = 0; i < before.length; i++) numbers[next[labels[i]]++] = before[i]
  return stretches.filter(({ begin, end }) => begin < end)
}
