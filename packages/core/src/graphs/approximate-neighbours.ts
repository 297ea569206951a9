import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Block, KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { CandidateLists, exchangeCandidates } from './candidate-lists.ts'
import { measureLists } from './measure-lists.ts'
import type { Neighbours } from './neighbour-lists.ts'

/** How often cells are drawn in which all points meet, where nothing else is asked for. */
const DRAWS = 13
/** Points in a cell at most, and that many times the length of a list at least. */
const CELL = 2048
/** Cells whose points meet before others get a turn. */
const CELLS = 32
/** Entries beyond those asked for that are measured, so that rounding decides nothing among near-equals. */
const SPARE = 6

/**
 * Nearly all of the `count` nearest other points (Euclidean) of each row of `points` (n×r): all points of a cell meet, in 13 draws of cells or as many as `draws` says. With 13 recall is 0.95 or more on clustered data of moderate dimension.
 * Same generator, same result, for any number of threads; equal distances go to the lower index. Yields within. About O(n·log n·r) time,
 * n·(2·r + 300) bytes: the search compares points that are rounded to 16 bits, and the nearest are measured in single precision. Ranks, which all have all points, share the work; each gets the lists of its own points, `parts[rank]`, the same as in one process.
 */
export function* approximateNeighbours(
  kernels: Kernels,
  points: Matrix,
  count: number,
  random: Random,
  ranks: Ranks,
  parts: readonly Share[] = [{ begin: 0, end: points.rows }],
  draws = DRAWS,
): Generator<Progress, Neighbours> {
  const n = points.rows
  const length = Math.min(count, n - 1)
  const { begin, end } = parts[ranks.rank]
  if (length === 0)
    return { samples: end - begin, count: 0, indices: new Int32Array(0), squaredDistances: new Float64Array(0) }
  const mark = kernels.mark()
  const meeting = new CandidateLists(kernels, points, Math.min(length + SPARE, n - 1))
  yield* meetInCells(meeting, random, ranks, draws)
  exchangeCandidates(ranks, meeting)
  const { indices, squaredDistances } = measureLists(kernels, points, meeting, length, meeting.length, 'single')
  kernels.release(mark)
  return {
    samples: end - begin,
    count: length,
    indices: indices.slice(begin * length, end * length),
    squaredDistances: squaredDistances.slice(begin * length, end * length),
  }
}

/** The cells of the first draw are neighbours in memory from then on. */
function* meetInCells(
  meeting: CandidateLists,
  random: Random,
  { rank, size: ranks }: Ranks,
  draws: number,
): Generator<Progress> {
  const { kernels, columns, length, count, rounded, lists } = meeting
  const size = Math.max(CELL, 4 * length)
  const room = ((size + 7) * (columns + 5)) / 4 + size * length + 16
  const mark = kernels.mark()
  const ids = kernels.allocate(Math.ceil(count / 2))
  for (let draw = 0; draw < draws; draw++) {
    // All ranks need the order of the first draw and share its cells; of the others each does some.
    if (draw > 0 && draw % ranks !== rank) continue
    const progress = { stage: 'neighbours', iteration: draw + 1, total: draws }
    const cells = yield* randomCells(meeting, ids, size, random.split(draw), progress)
    if (draw === 0) {
      meeting.reorder(ids.i32.slice(0, count))
      for (let i = 0; i < count; i++) ids.i32[i] = i
    }
    const ownCells = cells.filter((_, cell) => draw > 0 || cell % ranks === rank)
    // Cells of about the same size meet in one go, so that no thread waits long for another.
    ownCells.sort((a, b) => b.end - b.begin - (a.end - a.begin))
    const calls = ownCells.map(
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

/** Points in a cell, about. */
const PER_CELL = 768
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
  const count = Math.min(CENTRES, Math.max(2, Math.round(length / PER_CELL)))
  const mark = kernels.mark()
  const width = 8 * Math.ceil(columns / 8)
  const centres = kernels.allocate((count * width) / 4)
  const squares = kernels.allocate(Math.ceil(count / 2))
  const drawnLabels = kernels.allocate(Math.ceil((DRAWN * count) / 2))
  const labels = kernels.allocate(Math.ceil(length / 2))
  const order = ids.i32
  const drawnIds = kernels.copyWhole(
    Array.from({ length: DRAWN * count }, () => order[cell.begin + random.below(length)]),
  )
  const points = [rounded.rows.pointer, columns] as const
  const centreArguments = [centres.pointer, squares.pointer, count] as const
  const room = ((count + 15) * (columns + 3)) / 4 + 32
  const join = (group: number, ranges: readonly [number, number][], to: number) =>
    kernels.share(
      'nearestCentre',
      ranges.map(([first, end]) => [...points, group + 4 * first, end - first, ...centreArguments, to + 4 * first]),
      room,
    )
  const move = (members: number) =>
    kernels.share(
      'moveCentres',
      [[...points, drawnIds.pointer, members, ...centreArguments, drawnLabels.pointer]],
      width / 2,
    )
  for (let c = 0; c < count; c++) drawnLabels.i32[c] = c
  move(count)
  for (let step = 0; step < STEPS; step++) {
    join(drawnIds.pointer, [[0, DRAWN * count]], drawnLabels.pointer)
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
