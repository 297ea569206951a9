import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { CandidateLists } from './candidate-lists.ts'
import { exchangeCandidates } from './exchange-candidates.ts'
import { measureLists } from './measure-lists.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { randomCells } from './random-cells.ts'

/** How often cells are drawn in which all points meet. */
const DRAWS = 13
/** Points in a cell at most, and that many times the length of a list at least. */
const CELL = 2048
/** Cells whose points meet before others get a turn. */
const CELLS = 32
/** Entries beyond those asked for that are measured, so that rounding decides nothing among near-equals. */
const SPARE = 6

/**
 * Nearly all of the `count` nearest other points (Euclidean) of each row of `points` (n×r): all points of a cell meet, in 13 draws of cells. Recall is 0.95 or more on clustered data of moderate dimension.
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
): Generator<Progress, Neighbours> {
  const n = points.rows
  const kept = Math.min(count, n - 1)
  const { begin, end } = parts[ranks.rank]
  if (kept === 0)
    return { samples: end - begin, count: 0, indices: new Int32Array(0), squaredDistances: new Float64Array(0) }
  const mark = kernels.mark()
  const meeting = new CandidateLists(kernels, points, Math.min(kept + SPARE, n - 1))
  yield* meetInCells(meeting, random, ranks)
  exchangeCandidates(ranks, meeting)
  const { indices, squaredDistances } = measureLists(kernels, points, meeting, kept, meeting.length, 'single')
  kernels.release(mark)
  return {
    samples: end - begin,
    count: kept,
    indices: indices.slice(begin * kept, end * kept),
    squaredDistances: squaredDistances.slice(begin * kept, end * kept),
  }
}

/** The cells of the first draw are neighbours in memory from then on. */
function* meetInCells(meeting: CandidateLists, random: Random, { rank, size: ranks }: Ranks): Generator<Progress> {
  const { kernels, columns, length, count, rounded, lists } = meeting
  const size = Math.max(CELL, 4 * length)
  const room = ((size + 7) * (columns + 5)) / 4 + size * length + 16
  const mark = kernels.mark()
  const ids = kernels.allocate(Math.ceil(count / 2))
  for (let draw = 0; draw < DRAWS; draw++) {
    // All ranks need the order of the first draw and share its cells; of the others each does some.
    if (draw > 0 && draw % ranks !== rank) continue
    const progress = { stage: 'neighbours', iteration: draw + 1, total: DRAWS }
    const cells = yield* randomCells(meeting, ids, size, random.split(draw), progress)
    if (draw === 0) {
      meeting.reorder(ids.i32.slice(0, count))
      for (let i = 0; i < count; i++) ids.i32[i] = i
    }
    const own = cells.filter((_, cell) => draw > 0 || cell % ranks === rank)
    // Cells of about the same size meet in one go, so that no thread waits long for another.
    own.sort((a, b) => b.end - b.begin - (a.end - a.begin))
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
