import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { share } from '../../ranks/share.ts'
import { type CommonCounts, noCounts } from './common-counts.ts'

/** Standard deviations by which common neighbours must exceed chance; links come in pairs, which the deviation allows for. */
const CLEARLY = 4

/**
 * One answer a view: true where it has no more neighbours in common with any other view than views of unrelated samples would: noise, or samples that are not matched.
 * Under chance the common neighbours of a sample are a draw of c from N with c marked ones. False for a single view, and where there are too few samples to tell.
 * All samples are compared: k clusters that the views share, and nothing else, give (k − 1)·c/√2 standard deviations whatever N is, but part of the samples only the root of that part.
 * `known` are common neighbours that were counted already. Ranks give the lists of their own points, and come to the same. O(views² · n · neighbours).
 */
export function* unrelatedViews(
  views: readonly PlacedNeighbours[],
  samples: number,
  communicator: Communicator = oneProcess,
  known: CommonCounts = noCounts,
): Generator<Progress, boolean[]> {
  const told = views.map(() => false)
  const related = views.map(() => false)
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++) {
      const excess = commonNeighbours(views[a], views[b], samples, communicator, known(a, b))
      yield { stage: 'graphs', iteration: a, total: views.length }
      if (excess === null) continue
      for (const v of [a, b]) {
        told[v] = true
        related[v] ||= excess > CLEARLY
      }
    }
  return views.map((_, v) => told[v] && !related[v])
}

/** By how many standard deviations two views have more common neighbours than by chance; null where they could not have many more. */
function commonNeighbours(
  a: PlacedNeighbours,
  b: PlacedNeighbours,
  samples: number,
  communicator: Communicator,
  known: number | null,
): number | null {
  if (known !== null) return excessOf(samples, a.neighbours.count, b.neighbours.count, known)
  const [pointOfA, pointOfB] = [a, b].map(({ place }) => {
    const points = new Int32Array(samples).fill(-1)
    place.forEach((sample, point) => {
      points[sample] = point
    })
    return points
  })
  const others = a.place.reduce((sum, sample) => sum + (pointOfB[sample] >= 0 ? 1 : 0), 0) - 1
  const own = share(samples, communicator.size, communicator.rank)
  const [firstA, firstB] = [a, b].map(
    ({ place }) => pointShares(place, samples, communicator.size)[communicator.rank].begin,
  )
  // One more than the last sample that has it as a neighbour in the first view.
  const namedBy = new Uint32Array(samples)
  let [common, expected, variance, most] = [0, 0, 0, 0]
  for (let i = own.begin; i < own.end; i++) {
    if (pointOfA[i] < 0 || pointOfB[i] < 0) continue
    let [mine, theirs] = [0, 0]
    for (const point of listed(a, pointOfA[i] - firstA)) {
      if (pointOfB[a.place[point]] < 0) continue
      namedBy[a.place[point]] = i + 1
      mine++
    }
    for (const point of listed(b, pointOfB[i] - firstB)) {
      if (pointOfA[b.place[point]] < 0) continue
      if (namedBy[b.place[point]] === i + 1) common++
      theirs++
    }
    const part = others > 0 ? theirs / others : 0
    expected += mine * part
    if (others > 1) variance += (mine * part * (1 - part) * (others - mine)) / (others - 1)
    most += Math.min(mine, theirs)
  }
  const sums = Float64Array.of(common, expected, variance, most)
  communicator.allReduceSum(sums)
  ;[common, expected, variance, most] = sums
  return deviationsAbove(common, expected, variance, most)
}

/** The same of lists of all samples that have `common` entries in common. */
function excessOf(samples: number, mine: number, theirs: number, common: number): number | null {
  const others = samples - 1
  const part = theirs / others
  const variance = others > 1 ? (mine * part * (1 - part) * (others - mine)) / (others - 1) : 0
  return deviationsAbove(common, samples * mine * part, samples * variance, samples * Math.min(mine, theirs))
}

function deviationsAbove(common: number, expected: number, variance: number, most: number): number | null {
  const deviation = Math.sqrt(2 * variance)
  return most - expected > 4 * CLEARLY * deviation && deviation > 0 ? (common - expected) / deviation : null
}

/** The neighbours of a point, as points of the same view. */
function listed({ neighbours: { count, indices } }: PlacedNeighbours, list: number): Int32Array {
  return indices.subarray(list * count, (list + 1) * count)
}
