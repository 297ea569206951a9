import type { PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { listSquares, placeLists } from '../graphs/list-squares.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { median, nthSmallestInto } from '../numerics/math/median.ts'
import { power } from '../numerics/math/power.ts'
import type { ClosePair, Neighbours } from '../runtime/device/device.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import type { ScoredView } from './scores.ts'

/** Two samples that coincide, the first before the second. */
export interface Duplicate {
  first: number
  second: number
  /** True where they are identical in every view. */
  exact: boolean
  /** The one view in which they differ; null: they coincide in every view that both have. */
  differsIn: string | null
}

/** Copies are so much closer than 1 sample in 100 is to its second-closest. */
const CLOSER = 1 / 3
const RARE = 0.01
/** Largest and smallest limit of the distance of copies, as a share of the median distance to neighbours. */
const MOST = 1 / 3
const LEAST = 0.05
/** In few dimensions samples come close by chance: copies are so close that of evenly spread samples at most this share has another as close. */
const CHANCE = 0.001

/**
 * The pairs of samples that nearly coincide in every view that they share, or in all of three or more but one, among the neighbours within each view; the lower sample first, in order. Closeness is the distance as a share
 * of that to the furthest neighbour of either, or to usual ones. What counts as close is told by the second-closest of all samples, which is no copy unless a sample has several. All processes get all pairs. O(n · neighbours · views² · rank).
 */
export function* findDuplicates(
  rt: Runtime,
  samples: Samples,
  views: readonly Pick<ScoredView, 'scores' | 'sketch'>[],
  found: readonly PlacedNeighbours[],
): Generator<Progress, ClosePair[]> {
  const points = views.map((view) => samples.gatherRows(view.sketch ?? view.scores))
  const { device } = rt
  const { total } = samples
  const lists = found.map(({ neighbours }) => neighbours)
  const most = closestByChance(points, lists[0].count)
  const limitOf = (second: Float64Array) => Math.min(most, limitBySecond(second))
  const isWhole = (list: Neighbours) => list.samples === total && list.count === lists[0].count
  const pairs = yield* device && total > device.many && lists.every(isWhole)
    ? device.closePairs(
        points.map((own, v) => ({ points: own, lists: lists[v] })),
        limitOf,
      )
    : closePairs(rt, samples, points, found, limitOf)
  const all = samples.gather(
    Float64Array.from(pairs.flatMap(({ first, second, except }) => [first * total + second, except ?? -1])),
  )
  const except = new Map<number, number>()
  for (let p = 0; p < all.length; p += 2) except.set(all[p], all[p + 1])
  return [...except.keys()]
    .sort((a, b) => a - b)
    .map((pair) => {
      const view = except.get(pair)!
      return { first: Math.floor(pair / total), second: pair % total, except: view < 0 ? null : view }
    })
}

/** The pairs in the lists of this process. */
function* closePairs(
  { kernels }: Runtime,
  samples: Samples,
  points: readonly Matrix[],
  found: readonly PlacedNeighbours[],
  limitOf: (second: Float64Array) => number,
): Generator<Progress, ClosePair[]> {
  const firsts = found.map(({ neighbours }) => rowRange(samples.ranks, neighbours.samples).begin)
  const mark = kernels.mark()
  const lists = found.map((view, v) => placeLists(kernels, view, firsts[v], samples.total))
  const within = lists.map((each, v) => listSquares(kernels, points[v], each))
  const reaches = found.map((view, v) => reachOf(view, within[v], samples))
  const near: Closeness[] = []
  const closest = [new TwoClosest(samples.count), new TwoClosest(samples.count)]
  const complete = found.every(({ place }) => place.length === samples.total)
  for (const [v, view] of found.entries()) {
    const squares: Float64Array[] = []
    for (const [w, sketch] of points.entries()) {
      squares.push(w === v ? within[v] : listSquares(kernels, sketch, lists[v]))
      yield { stage: 'copies', iteration: v, total: found.length }
    }
    compareInto(near, closest, { reaches, squares, complete }, view, firsts[v], samples.begin)
  }
  kernels.release(mark)
  const [limit, limitButOne] = closest.map((each) => limitOf(samples.gather(each.second)))
  return near.flatMap(({ first, second, all, allButOne, worst }): ClosePair[] => {
    if (all <= limit) return [{ first, second, except: null }]
    return allButOne <= limitButOne ? [{ first, second, except: worst }] : []
  })
}

/** What pairs of samples are compared by. */
interface Distances {
  /** Of each view. */
  reaches: readonly Float64Array[]
  /** Of each view the squared distances of the pairs in the lists. */
  squares: readonly Float64Array[]
  /** True where no sample lacks a view. */
  complete: boolean
}

/** Compares the samples in the lists of a view with each other: `near` gets the pairs that may coincide. A second-closest that is further than usual neighbours sets no limit (`limitOf`), so that it need not be exact. Not a generator, since engines run the loops of those slowly. */
function compareInto(
  near: Closeness[],
  [closest, closestButOne]: readonly TwoClosest[],
  { reaches, squares, complete }: Distances,
  { neighbours: { count, indices, samples }, place }: PlacedNeighbours,
  first: number,
  begin: number,
): void {
  const pair = { all: 0, allButOne: 0, worst: 0 }
  for (let p = 0, c = 0; p < samples; p++) {
    const a = place[first + p]
    const at = a - begin
    for (let l = 0; l < count; l++, c++) {
      const settled = Math.min(1, Math.max(closest.second[at], reaches.length > 2 ? closestButOne.second[at] : 0))
      if (complete && areFar(settled, reaches, squares, c, a)) continue
      const b = place[indices[c]]
      measureInto(pair, reaches, squares, c, a, b)
      const { all, allButOne, worst } = pair
      closest.take(at, b, all)
      closestButOne.take(at, b, allButOne)
      if (all <= MOST || allButOne <= MOST)
        near.push({ first: Math.min(a, b), second: Math.max(a, b), all, allButOne, worst })
    }
  }
}

/**
 * True where sample a is so far from the other one at place c in two views (in one, where there are no more than two) that they do not coincide and are no closer than `settled`. By the reach of one of them alone two samples are
 * never further apart than they are: most need no look at the other, which lies elsewhere in memory. A little more than far enough, so that rounding does not matter.
 */
function areFar(
  settled: number,
  reaches: readonly Float64Array[],
  squares: readonly Float64Array[],
  c: number,
  a: number,
): boolean {
  const share = 1.001 * Math.max(settled, MOST)
  let views = reaches.length > 2 ? 2 : 1
  for (let v = 0; v < reaches.length; v++)
    if (squares[v][c] > share * share * reaches[v][a] && --views === 0) return true
  return false
}

/** How far the furthest neighbour of each sample is in a view, at most as far as usual (squared; NaN where it lacks the view). */
function reachOf(
  { neighbours: { samples, count }, place }: PlacedNeighbours,
  squares: Float64Array,
  all: Samples,
): Float64Array {
  const furthest = new Float64Array(samples)
  for (let c = 0; c < squares.length; c++) {
    const p = Math.floor(c / count)
    if (squares[c] > furthest[p]) furthest[p] = squares[c]
  }
  const reaches = all.gather(furthest)
  const usual = median(reaches)
  const reach = new Float64Array(all.total).fill(NaN)
  for (let p = 0; p < reaches.length; p++) reach[place[p]] = Math.min(reaches[p], usual)
  return reach
}

/** How close two samples are, as a share of the distance to usual neighbours: in the view where they are furthest apart, and in the next. */
interface Closeness {
  first: number
  second: number
  all: number
  /** Infinite where they share fewer than three views. */
  allButOne: number
  /** The view in which they are furthest apart. */
  worst: number
}

/** Writes down how close samples a and b are, of which `squares` has the distance in each view at place c. */
function measureInto(
  pair: Pick<Closeness, 'all' | 'allButOne' | 'worst'>,
  reaches: readonly Float64Array[],
  squares: readonly Float64Array[],
  c: number,
  a: number,
  b: number,
): void {
  let most = 0
  let next = 0
  let worst = -1
  let shared = 0
  for (let v = 0; v < reaches.length; v++) {
    const usual = Math.min(reaches[v][a], reaches[v][b])
    if (Number.isNaN(usual)) continue
    shared++
    const square = squares[v][c]
    const share = square === 0 ? 0 : square / usual
    if (share > most || worst < 0) {
      next = most
      most = share
      worst = v
    } else next = Math.max(next, share)
  }
  pair.all = Math.sqrt(most)
  pair.allButOne = shared > 2 ? Math.sqrt(next) : Infinity
  pair.worst = worst
}

/** For each sample how close its closest and its second-closest other sample is. */
class TwoClosest {
  private readonly partner: Float64Array
  private readonly first: Float64Array
  readonly second: Float64Array

  constructor(samples: number) {
    this.partner = new Float64Array(samples).fill(-1)
    this.first = new Float64Array(samples).fill(Infinity)
    this.second = new Float64Array(samples).fill(Infinity)
  }

  take(sample: number, other: number, share: number): void {
    // Identical samples, of which there may be many, say nothing about what is near.
    if (other === this.partner[sample] || share === 0) return
    if (share < this.first[sample]) {
      this.second[sample] = this.first[sample]
      this.first[sample] = share
      this.partner[sample] = other
    } else this.second[sample] = Math.min(this.second[sample], share)
  }
}

function limitBySecond(second: Float64Array): number {
  const rare = nthSmallestInto(second.slice(), Math.floor(RARE * second.length))
  return Math.min(MOST, Math.max(LEAST, CLOSER * rare))
}

/** How close, as a share of the distance to the last of `neighbours`, samples that lie evenly come in all views, or in all but the widest of three or more. */
function closestByChance(points: readonly Matrix[], neighbours: number): number {
  const columns = points.map((view) => view.columns)
  const dimensions = columns.reduce((sum, count) => sum + count, 0) - (columns.length > 2 ? Math.max(...columns) : 0)
  return power(CHANCE / Math.max(neighbours, 1), 1 / Math.max(dimensions, 1))
}
