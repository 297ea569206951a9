import type { PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { type AskedLists, type ListSums, placeLists, placeMarked, sumListDistances } from '../graphs/list-squares.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { deviationFrom, deviations, median, robustScale } from '../numerics/math/median.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { type Isolation, measureIsolation } from './isolation.ts'
import type { ScoredView } from './scores.ts'

/** Deviations from the median past which a sample counts as an outlier. */
export const outlierLimit = 3.5
/** Deviations more that numbers of words, isolation and sparsity need: they vary more from sample to sample than distances between views do. */
const ALLOWANCE = { words: 1, isolation: 1, sparsity: 1.5 }
/** Mixed samples at most: more would not change their quantiles. */
const MOST_MIXED = 4096
/** Within so many deviations of the median every sample is usual. */
const USUAL = 1

/** What outliers are told by in a view. */
export type JudgedView = Pick<ScoredView, 'scores' | 'lengths' | 'isUnit' | 'entries' | 'present'>

/**
 * How unlike all others each sample is, in deviations from the median; 0 and below is usual. The largest of four numbers: how far the sample's neighbours in one view are from it in every other view (a sample whose
 * views do not belong together); of words, how unusual it is to have so many of them; of anything else, how much sparser it is around the sample than around its neighbours, and how sparse it is there (`measureIsolation`, means over the views).
 * The first is stretched so that samples with the views of different samples pass `outlierLimit`, where `mismatchLimit` can tell them. One view alone
 * counts the distances within it up to that limit: they order the samples and mark none. O(n · neighbours · views² · rank) and one search for neighbours per view.
 */
export function* scoreOutliers(
  rt: Runtime,
  samples: Samples,
  views: readonly JudgedView[],
  neighbours: readonly PlacedNeighbours[],
): Generator<Progress, Float64Array> {
  const mixture = mismatchSamples(samples.total, views.length, rt.random('outliers'))
  const between = yield* distancesBetween(rt, samples, views, neighbours, mixture)
  // By their logarithms: distances themselves have a long tail of usual samples.
  const [real, mixed] = [between.real, between.mixed].map((values) =>
    values.map((value) => (value > 0 ? logarithm(value) : NaN)),
  )
  const among = robustScale(real.filter((value) => !Number.isNaN(value)))
  const [apart, madeApart] = [real, mixed].map((values) => values.map((value) => deviationFrom(among, value)))
  const stretch = Math.max(1, outlierLimit / mismatchLimit(apart, madeApart))
  const mismatch = (value: number) => (views.length > 1 ? stretch * value : Math.min(value, outlierLimit))
  yield { stage: 'outliers', iteration: 1, total: 1 }
  const words = views.filter(({ entries }) => entries !== null).map((view) => oddCounts(view, samples))
  const alone: Isolation[] = []
  for (const [v, view] of views.entries()) {
    // Texts of few rare words lie alone, which says little of them.
    if (view.scores.columns === 0 || view.entries) continue
    alone.push(yield* measureIsolation(rt, samples, view, rt.random('isolation', v)))
    yield { stage: 'outliers', iteration: v + 1, total: views.length }
  }
  const [isolation, sparsity] = (['isolation', 'sparsity'] as const).map((what) =>
    alone.length > 0 ? deviations(meanOf(alone.map((view) => view[what]))) : new Float64Array(apart.length),
  )
  const counts = words.length > 0 ? meanOf(words) : null
  return apart
    .map((value, i) =>
      Math.max(
        mismatch(orUsual(value)),
        orUsual(isolation[i]) - ALLOWANCE.isolation,
        orUsual(sparsity[i]) - ALLOWANCE.sparsity,
        counts ? orUsual(counts[i]) - ALLOWANCE.words : -Infinity,
      ),
    )
    .subarray(samples.begin, samples.end)
}

/** How far neighbours in one view are in another, as a multiple of the median, means over the pairs of views: of all samples and of made-up ones, NaN where a sample lacks the views. */
interface Between {
  real: Float64Array
  mixed: Float64Array
}

/** The neighbours within a view as distances to them are asked for: of the samples held here, and the list of the sample whose view a made-up one has. */
interface AskedView {
  near: PlacedNeighbours
  own: AskedLists
  mixed: Pick<AskedLists, 'lists' | 'numbers'>
}

/** These distances, over all pairs of views. */
function* distancesBetween(
  { kernels, device }: Runtime,
  samples: Samples,
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  made: readonly Uint32Array[],
): Generator<Progress, Between> {
  const [real, mixed] = [new MeanOfKnown(samples.total), new MeanOfKnown(made[0].length)]
  const isMany =
    device && samples.count > device.many && found.every(({ neighbours }) => neighbours.count > 0) ? device : null
  const mark = kernels.mark()
  const asked = found.map((near, v) => askView(kernels, near, made[v], samples))
  for (const [w, view] of views.entries()) {
    const points = samples.gatherRows(view.scores)
    const marks = samples.gather(view.present)
    const markOfView = kernels.mark()
    const placed = placeMarked(kernels, points, marks)
    const owners = kernels.copyWhole(made[w])
    const others = asked.filter((_, v) => v !== w || views.length === 1)
    const isOnDevice = ({ near }: AskedView) =>
      isMany !== null && !marks.includes(0) && near.place.length === points.rows
    const sums = sumListDistances(kernels, placed, [
      ...others.map(({ mixed }) => ({ ...mixed, count: made[w].length, owners })),
      ...others.filter((other) => !isOnDevice(other)).map(({ own }) => own),
    ])
    const ownSums = sums.slice(others.length)
    kernels.release(markOfView)
    for (const [o, other] of others.entries()) {
      const localDistances = isOnDevice(other)
        ? Float64Array.from(yield* isMany!.meanDistances(points, other.near.neighbours))
        : meanDistances(ownSums.shift()!, other.near, samples)
      const distances = samples.gather(localDistances)
      samples.addCounts(sums[o].sums)
      samples.addCounts(sums[o].counts)
      const middle = median(distances.filter((value) => !Number.isNaN(value)))
      real.add(distances, middle)
      mixed.add(
        sums[o].sums.map((sum, m) => sum / sums[o].counts[m]),
        middle,
      )
      yield { stage: 'outliers', iteration: w * others.length + o + 1, total: views.length * others.length }
    }
  }
  kernels.release(mark)
  return { real: real.means(), mixed: mixed.means() }
}

/** Places the neighbours within a view in the memory of the kernels; made-up samples have this view of the samples `here`. Every process asks those of them whose neighbours it has. */
function askView(kernels: Kernels, near: PlacedNeighbours, here: Uint32Array, samples: Samples): AskedView {
  const { total } = samples
  const count = near.neighbours.samples
  const first = rowRange(samples.ranks, count).begin
  const lists = placeLists(kernels, near, first, total)
  const numbers = Int32Array.from({ length: count }, (_, p) => p)
  const listOf = new Int32Array(total).fill(-1)
  for (let p = 0; p < count; p++) listOf[near.place[first + p]] = p
  return {
    near,
    own: { lists, count, owners: lists.owners, numbers: kernels.copyWhole(numbers) },
    mixed: { lists, numbers: kernels.copyWhole(Int32Array.from(here, (sample) => listOf[sample])) },
  }
}

/** The mean distance of each of this process's samples from its neighbours in a view; NaN where it lacks one of the views. */
function meanDistances(
  { sums, counts }: ListSums,
  near: PlacedNeighbours,
  { ranks, begin, end }: Samples,
): Float64Array {
  const { begin: first } = rowRange(ranks, near.neighbours.samples)
  const result = new Float64Array(end - begin).fill(NaN)
  for (let p = 0; p < sums.length; p++) result[near.place[first + p] - begin] = sums[p] / counts[p]
  return result
}

/** How unusual the number of words of each sample is in a view, to either side; of all samples, NaN where a sample lacks the view. */
function oddCounts({ entries, present }: JudgedView, samples: Samples): Float64Array {
  const counts = entries!.map((count, i) => (present[i] === 1 && count > 0 ? logarithm(count) : NaN))
  return deviations(samples.gather(counts)).map(Math.abs)
}

/** For each sample the mean over the lists that know something of it; NaN where none does. */
function meanOf(lists: readonly Float64Array[]): Float64Array {
  const mean = new MeanOfKnown(lists[0].length)
  for (const list of lists) mean.add(list, 1)
  return mean.means()
}

/** Means over lists of numbers, NaN of which count for nothing. */
class MeanOfKnown {
  private readonly sums: Float64Array
  private readonly counts: Uint32Array

  constructor(length: number) {
    this.sums = new Float64Array(length)
    this.counts = new Uint32Array(length)
  }

  /** Adds a list in units of `unit`, or as it is where that is 0. */
  add(list: Float64Array, unit: number): void {
    const { sums, counts } = this
    const divisor = unit > 0 ? unit : 1
    for (let i = 0; i < list.length; i++) {
      if (Number.isNaN(list[i])) continue
      sums[i] += list[i] / divisor
      counts[i]++
    }
  }

  means(): Float64Array {
    return this.sums.map((sum, i) => sum / this.counts[i])
  }
}

function orUsual(value: number): number {
  return Number.isNaN(value) ? 0 : value
}

/** Samples that are made up of the views of different samples: made-up sample m has view v of sample `result[v][m]`. None of one view alone. O(n + views · 4,096). */
export function mismatchSamples(samples: number, views: number, random: Random): Uint32Array[] {
  const order = random.permutation(samples)
  const step = Math.ceil(samples / views)
  const count = views > 1 ? Math.min(samples, MOST_MIXED) : 0
  return Array.from({ length: views }, (_, v) =>
    Uint32Array.from({ length: count }, (_, m) => order[(m + v * step) % samples]),
  )
}

/**
 * From how many deviations on the views of a sample are so far `apart` that it more likely than not has the views of different samples; `mixed` says how far apart those of made-up samples are. Half of the made-up samples
 * are past their median, so twice as many samples are mixed as are past it. The limit is the one past which most of these lie, less the other samples past it. Infinity where samples past the median are not as far apart as made-up ones: then they
 * are usual ones. O(n·log n).
 */
export function mismatchLimit(apart: Float64Array, mixed: Float64Array): number {
  const real = apart.filter((value) => !Number.isNaN(value)).sort()
  const mismatched = mixed.filter((value) => !Number.isNaN(value)).sort()
  const [middle, high] = [mismatched[mismatched.length >> 1], mismatched[Math.floor(0.75 * mismatched.length)]]
  if (!(middle >= USUAL) || real.length === 0) return Infinity
  const past = countAbove(real, middle)
  // Of mixed samples half as many are past the upper quartile, give or take two deviations.
  if (countAbove(real, high) < past / 2 - Math.sqrt(past)) return Infinity
  const share = (2 * past) / real.length
  const gain = (limit: number) =>
    (2 * share * countAbove(mismatched, limit)) / mismatched.length - countAbove(real, limit) / real.length
  let best = middle
  for (let m = mismatched.length >> 1; mismatched[m] >= USUAL; m--)
    if (gain(mismatched[m]) > gain(best)) best = mismatched[m]
  return best
}

/** How many of ascending numbers are above a limit. */
function countAbove(ascending: Float64Array, limit: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ascending[middle] > limit) to = middle
    else from = middle + 1
  }
  return ascending.length - from
}
