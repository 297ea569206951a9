import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { squaredDistance } from '../../graph/neighbour-lists.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import { median } from '../../math/median.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import type { JudgedView } from './outlier-scores.ts'

/** Two samples that nearly coincide. */
export interface NearDuplicate {
  first: number
  second: number
  /** Position of the one view in which they do not; null: they coincide in every view that they share. */
  except: number | null
}

/** How close two samples have to be beside their other neighbours: by so much closer than 1 sample in 100 is to its second-closest, */
const CLOSER = 1 / 3
const RARE = 0.01
/** and never further nor nearer than these shares of the distance to usual neighbours. */
const MOST = 1 / 3
const LEAST = 0.05

/**
 * The pairs of samples that nearly coincide in every view that they share, or in all of three or more but one, among the neighbours within each view; the lower sample first, in order. Closeness is the distance as a share
 * of that to the furthest neighbour of either, or to usual ones. What counts as close is told by the second-closest of all samples, which is no copy unless a sample has several. Ranks give the lists of their own samples
 * and all get all pairs. O(n · neighbours · views² · rank).
 */
export function nearDuplicates(
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  communicator: Communicator = oneProcess,
): NearDuplicate[] {
  const measured = found.map((near, v) => measureView(views[v], near, communicator))
  const samples = measured[0].reach.length
  const own = rowsOnRanks(communicator, views[0].scores.rows)
  const near = Array.from({ length: own.end - own.begin }, (): Closeness[] => [])
  const closest = [new TwoClosest(near.length), new TwoClosest(near.length)]
  found.forEach(({ neighbours: { count, indices }, place }) => {
    const first = rowsOnRanks(communicator, indices.length / count).begin
    indices.forEach((other, c) => {
      const [a, b] = [place[first + Math.floor(c / count)], place[other]]
      const pair = closeness(measured, a, b)
      closest[0].take(a - own.begin, b, pair.all)
      closest[1].take(a - own.begin, b, pair.allButOne)
      if (Math.min(pair.all, pair.allButOne) <= MOST) near[a - own.begin].push(pair)
    })
  })
  const [limit, limitButOne] = closest.map((each) => limitOf(communicator.allGather(each.second)))
  const pairs = near.flatMap((list) =>
    list.flatMap(({ first, second, all, allButOne, worst }) => {
      if (all <= limit) return [first * samples + second, -1]
      return allButOne <= limitButOne ? [first * samples + second, worst] : []
    }),
  )
  const all = communicator.allGather(Float64Array.from(pairs))
  const except = new Map<number, number>()
  for (let p = 0; p < all.length; p += 2) except.set(all[p], all[p + 1])
  return [...except.keys()]
    .sort((a, b) => a - b)
    .map((pair) => {
      const view = except.get(pair)!
      return { first: Math.floor(pair / samples), second: pair % samples, except: view < 0 ? null : view }
    })
}

/** One view of all samples: where they are, and how far their furthest neighbour is (squared; NaN where they lack the view). */
interface MeasuredView {
  points: Matrix
  reach: Float64Array
}

function measureView(
  view: JudgedView,
  { neighbours, place }: PlacedNeighbours,
  communicator: Communicator,
): MeasuredView {
  const points = gatherRows(communicator, view.sketch ?? view.scores)
  const { samples, count, indices } = neighbours
  const first = rowsOnRanks(communicator, samples).begin
  const furthest = new Float64Array(samples)
  indices.forEach((other, c) => {
    const p = Math.floor(c / count)
    furthest[p] = Math.max(furthest[p], squaredDistance(points, place[first + p], place[other]))
  })
  const all = communicator.allGather(furthest)
  const usual = median(all)
  const reach = new Float64Array(points.rows).fill(NaN)
  all.forEach((distance, p) => {
    reach[place[p]] = Math.min(distance, usual)
  })
  return { points, reach }
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

function closeness(views: readonly MeasuredView[], a: number, b: number): Closeness {
  let [most, next, worst, shared] = [0, 0, -1, 0]
  views.forEach(({ points, reach }, v) => {
    const usual = Math.min(reach[a], reach[b])
    if (Number.isNaN(usual)) return
    shared++
    const square = squaredDistance(points, a, b)
    const share = square === 0 ? 0 : square / usual
    if (share > most || worst < 0) {
      next = most
      most = share
      worst = v
    } else next = Math.max(next, share)
  })
  return {
    first: Math.min(a, b),
    second: Math.max(a, b),
    all: Math.sqrt(most),
    allButOne: shared > 2 ? Math.sqrt(next) : Infinity,
    worst,
  }
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

function limitOf(second: Float64Array): number {
  const rare = second.slice().sort()[Math.floor(RARE * second.length)]
  return Math.min(MOST, Math.max(LEAST, CLOSER * rare))
}
