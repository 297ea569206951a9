import { FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { type MarkedPoints, placeMarked, sumListDistances } from '../../graph/list-squares.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import { logarithm } from '../../math/logarithm.ts'
import { deviationFrom, deviations, median, usual } from '../../math/median.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { type RowsOnRanks, rowsOnRanks } from '../../ranks/own-rows.ts'
import { mixedLimit, mixSamples } from './mixed-samples.ts'

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

/** Deviations from the median past which a sample counts as an outlier. */
export const outlierLimit = 3.5

/** Lengths and numbers of entries vary more from sample to sample than distances do, so they have to be stranger by so many deviations. */
const ALLOWANCE = 1

/**
 * How unlike all others each sample is, in deviations from the median; 0 and below is usual. The largest of three numbers: how far the sample's neighbours in one view are from it in every other view (a sample whose
 * views do not belong together), how unusual the lengths of its scores are (a sample beyond all others), and, of words, how unusual it is to have so many of them (scores of words have a length of their own only within
 * limits). The first is stretched so that samples with the views of different samples pass `outlierLimit`, where `mixedLimit` can tell them. One view alone counts the distances within it. Ranks get the scores of their own
 * samples, the same bytes as in one process. O(n · neighbours · views² · rank).
 */
export function* outlierScores(
  kernels: Kernels,
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  random: Random,
  communicator: Communicator = oneProcess,
): Generator<Progress, Float64Array> {
  const { begin, end, total } = rowsOnRanks(communicator, views[0].scores.rows)
  const made = mixSamples(total, views.length, random)
  const distances = yield* distancesBetween(kernels, views, found, made, communicator)
  const [real, mixed] = [meanOf(distances.map((pair) => pair.real)), meanOf(distances.map((pair) => pair.mixed))]
  const among = usual(real.filter((value) => !Number.isNaN(value)))
  const [apart, madeApart] = [real, mixed].map((values) => values.map((value) => deviationFrom(among, value)))
  const stretch = Math.max(1, outlierLimit / mixedLimit(apart, madeApart))
  yield { stage: 'outliers', iteration: 1, total: 1 }
  // Scores of words are short where few others use the words, which says little: their number is taken instead.
  const sizes = (words: boolean) =>
    views.filter(({ entries }) => (entries !== null) === words).map((view) => oddSizes(view, communicator))
  const [long, many] = [sizes(false), sizes(true)]
  const odd = [...(long.length > 0 ? [deviations(meanOf(long))] : []), ...(many.length > 0 ? [meanOf(many)] : [])]
  return apart
    .map((value, i) => Math.max(stretch * orUsual(value), ...odd.map((values) => orUsual(values[i]) - ALLOWANCE)))
    .subarray(begin, end)
}

/** How far neighbours in one view are in another, by the median of the samples: of all samples and of made-up ones, NaN where a sample lacks one of the views. */
interface Between {
  real: Float64Array
  mixed: Float64Array
}

/** The same for each pair of views. */
function* distancesBetween(
  kernels: Kernels,
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  made: readonly Uint32Array[],
  communicator: Communicator,
): Generator<Progress, Between[]> {
  const all: Between[] = []
  const isMany =
    kernels.device &&
    views[0].scores.rows > kernels.device.many &&
    found.every(({ neighbours }) => neighbours.count > 0)
  const device = isMany ? kernels.device : null
  for (const [w, view] of views.entries()) {
    const points = gatherRows(communicator, view.scores)
    const marks = communicator.allGather(view.speaking)
    const mark = kernels.mark()
    const placed = placeMarked(kernels, points, marks)
    for (const [v, near] of found.entries()) {
      if (v === w && views.length > 1) continue
      const first = rowsOnRanks(communicator, near.neighbours.samples).begin
      const own =
        device && !marks.includes(0) && near.place.length === points.rows
          ? Float64Array.from(yield* device.meanDistances(points, near.neighbours))
          : meanDistances(kernels, placed, near, first, rowsOnRanks(communicator, view.scores.rows))
      const distances = communicator.allGather(own)
      const mixed = mixedDistances(kernels, placed, near, first, made[v], made[w], communicator)
      const middle = median(distances.filter((value) => !Number.isNaN(value)))
      const byMiddle = (values: Float64Array) => (middle > 0 ? values.map((value) => value / middle) : values)
      all.push({ real: byMiddle(distances), mixed: byMiddle(mixed) })
      yield { stage: 'outliers', iteration: all.length, total: views.length * found.length }
    }
    kernels.release(mark)
  }
  return all
}

/** The mean distance of each of this rank's samples from its neighbours in a view. */
function meanDistances(
  kernels: Kernels,
  placed: MarkedPoints,
  near: PlacedNeighbours,
  first: number,
  { begin, end }: RowsOnRanks,
): Float64Array {
  const lists = Int32Array.from({ length: near.neighbours.samples }, (_, p) => p)
  const owners = near.place.subarray(first, first + lists.length)
  const { sums, counts } = sumListDistances(kernels, placed, near, owners, lists)
  const result = new Float64Array(end - begin).fill(NaN)
  for (let p = 0; p < owners.length; p++) result[owners[p] - begin] = sums[p] / counts[p]
  return result
}

/** The mean distance of made-up samples, which have the points `there`, from the neighbours of the samples `here` in another view; NaN where one lacks its view. Every rank finds those whose neighbours it has. */
function mixedDistances(
  kernels: Kernels,
  placed: MarkedPoints,
  near: PlacedNeighbours,
  first: number,
  here: Uint32Array,
  there: Uint32Array,
  communicator: Communicator,
): Float64Array {
  const listOf = new Int32Array(placed.rows).fill(-1)
  for (let p = 0; p < near.neighbours.samples; p++) listOf[near.place[first + p]] = p
  const lists = Int32Array.from(here, (sample) => listOf[sample])
  const { sums, counts } = sumListDistances(kernels, placed, near, there, lists)
  communicator.allReduceSum(sums)
  communicator.allReduceSum(counts)
  return sums.map((sum, m) => sum / counts[m])
}

/** How unusual the size of each sample is in a view, to either side; of all samples, NaN where a sample lacks the view. In few dimensions whole groups lie in the middle, so that only what is long is odd there. */
function oddSizes({ scores, entries, lengths, speaking }: JudgedView, communicator: Communicator): Float64Array {
  const own = (entries ?? lengths).map((size, i) => (speaking[i] === 1 && size > 0 ? logarithm(size) : NaN))
  const odd = deviations(communicator.allGather(own))
  return entries || scores.columns >= FEW_DIMENSIONS ? odd.map(Math.abs) : odd
}

/** For each sample the mean over the lists that know something of it; NaN where none does. */
function meanOf(lists: readonly Float64Array[]): Float64Array {
  const [sums, counts] = [new Float64Array(lists[0].length), new Uint32Array(lists[0].length)]
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      if (Number.isNaN(list[i])) continue
      sums[i] += list[i]
      counts[i]++
    }
  return sums.map((sum, i) => sum / counts[i])
}

function orUsual(value: number): number {
  return Number.isNaN(value) ? 0 : value
}
