import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { squaredDistance } from '../../graph/neighbour-lists.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import { logarithm } from '../../math/logarithm.ts'
import { deviations, median } from '../../math/median.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'

/** What outliers are told by in one view; over ranks, of the rank's own samples. */
export interface JudgedView {
  scores: Matrix
  /** Lengths of the scores before they were made comparable. */
  lengths: Float64Array
  /** How many features are not 0; null where the view does not hold words. */
  entries: Float64Array | null
  /** 1 where the sample has something to say in the view. */
  speaking: Uint8Array
  /** What copies are told by; null: the scores. */
  sketch: Matrix | null
}

/** Lengths and numbers of entries vary more from sample to sample than distances do, so they have to be stranger by so many deviations. */
const ALLOWANCE = 1

/**
 * How unlike all others each sample is, in deviations from the median; 0 and below is usual. The largest of three numbers: how far the sample's neighbours in one view are from it in every other view (a sample whose
 * views do not belong together), how unusual the lengths of its scores are (a sample beyond all others), and, of words, how unusual it is to have so many of them (scores of words have a length of their own only within
 * limits). One view alone counts the distances within it. Ranks get the scores of their own samples, the same bytes as in one process. O(n · neighbours · views² · rank).
 */
export function outlierScores(
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  communicator: Communicator = oneProcess,
): Float64Array {
  const { begin, end } = rowsOnRanks(communicator, views[0].scores.rows)
  const apart = deviations(meanOf(distancesBetween(views, found, communicator)))
  const odd = deviations(meanOf(views.map(({ lengths, speaking }) => oddSizes(lengths, speaking, communicator))))
  const counted = views.flatMap(({ entries, speaking }) => (entries ? [oddSizes(entries, speaking, communicator)] : []))
  const many = counted.length > 0 ? meanOf(counted) : odd
  return apart
    .map((value, i) => Math.max(orUsual(value), Math.max(orUsual(odd[i]), orUsual(many[i])) - ALLOWANCE))
    .subarray(begin, end)
}

/** For each pair of views how far the neighbours in one are in the other, by the median; of all samples, NaN where a sample lacks one of them. */
function distancesBetween(
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  communicator: Communicator,
): Float64Array[] {
  return views.flatMap((view, w) => {
    const points = gatherRows(communicator, view.scores)
    const marks = communicator.allGather(view.speaking)
    return found
      .filter((_, v) => v !== w || views.length === 1)
      .map((near) => {
        const distances = communicator.allGather(meanDistances(near, points, marks, view.scores.rows, communicator))
        const usual = median(distances.filter((value) => !Number.isNaN(value)))
        return usual > 0 ? distances.map((value) => value / usual) : distances
      })
  })
}

/** The mean distance, in `points`, of each of this rank's samples from its neighbours in a view. */
function meanDistances(
  { neighbours, place }: PlacedNeighbours,
  points: Matrix,
  marks: Uint8Array,
  own: number,
  communicator: Communicator,
): Float64Array {
  const { begin } = rowsOnRanks(communicator, own)
  const first = rowsOnRanks(communicator, neighbours.samples).begin
  const result = new Float64Array(own).fill(NaN)
  for (let p = 0; p < neighbours.samples; p++) {
    const sample = place[first + p]
    if (marks[sample] === 0) continue
    let sum = 0
    let count = 0
    for (let c = p * neighbours.count; c < (p + 1) * neighbours.count; c++) {
      const other = place[neighbours.indices[c]]
      if (marks[other] === 0) continue
      sum += Math.sqrt(squaredDistance(points, sample, other))
      count++
    }
    if (count > 0) result[sample - begin] = sum / count
  }
  return result
}

/** How unusual the size of each sample is in a view, to either side; of all samples, NaN where a sample lacks the view. */
function oddSizes(sizes: Float64Array, speaking: Uint8Array, communicator: Communicator): Float64Array {
  const own = sizes.map((size, i) => (speaking[i] === 1 && size > 0 ? logarithm(size) : NaN))
  return deviations(communicator.allGather(own)).map(Math.abs)
}

/** For each sample the mean over the lists that know something of it; NaN where none does. */
function meanOf(lists: readonly Float64Array[]): Float64Array {
  return Float64Array.from(lists[0], (_, i) => {
    const known = lists.map((list) => list[i]).filter((value) => !Number.isNaN(value))
    return known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

function orUsual(value: number): number {
  return Number.isNaN(value) ? 0 : value
}
