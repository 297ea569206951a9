import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { share } from '../../ranks/share.ts'

/** Samples whose neighbours are compared at most, evenly spaced. */
const MOST_SAMPLES = 4000

/** Standard deviations by which common neighbours must exceed chance; links come in pairs, which the deviation allows for. */
const CLEARLY = 4

/**
 * One answer a view: true where it has no more neighbours in common with any other view than views of unrelated samples would: noise, or samples that are not matched.
 * Under chance the common neighbours of a sample are a draw of c from N with c marked ones. False for a single view, and where there are too few samples to tell.
 * Ranks give the lists of their own points, and come to the same. O(views² · 4,000 · neighbours²).
 */
export function unrelatedViews(
  views: readonly PlacedNeighbours[],
  samples: number,
  communicator: Communicator = oneProcess,
): boolean[] {
  const told = views.map(() => false)
  const related = views.map(() => false)
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++) {
      const excess = commonNeighbours(views[a], views[b], samples, communicator)
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
): number | null {
  const [pointOfA, pointOfB] = [a, b].map(({ place }) => {
    const points = new Int32Array(samples).fill(-1)
    place.forEach((sample, point) => {
      points[sample] = point
    })
    return points
  })
  const both = Uint32Array.from(a.place.filter((sample) => pointOfB[sample] >= 0))
  const others = both.length - 1
  const step = Math.max(1, both.length / MOST_SAMPLES)
  const own = share(samples, communicator.size, communicator.rank)
  const [firstA, firstB] = [a, b].map(
    ({ place }) => pointShares(place, samples, communicator.size)[communicator.rank].begin,
  )
  let [common, expected, variance, most] = [0, 0, 0, 0]
  for (let s = 0; s < both.length; s = Math.floor(s + step)) {
    if (both[s] < own.begin || both[s] >= own.end) continue
    const mine = shared(a, pointOfA[both[s]] - firstA, pointOfB)
    const theirs = shared(b, pointOfB[both[s]] - firstB, pointOfA)
    for (const j of mine) if (theirs.includes(j)) common++
    const share = others > 0 ? theirs.length / others : 0
    expected += mine.length * share
    if (others > 1) variance += (mine.length * share * (1 - share) * (others - mine.length)) / (others - 1)
    most += Math.min(mine.length, theirs.length)
  }
  const sums = Float64Array.of(common, expected, variance, most)
  communicator.allReduceSum(sums)
  ;[common, expected, variance, most] = sums
  const deviation = Math.sqrt(2 * variance)
  return most - expected > 4 * CLEARLY * deviation && deviation > 0 ? (common - expected) / deviation : null
}

/** The neighbours in a list that have the other view, too. */
function shared({ neighbours, place }: PlacedNeighbours, list: number, inOther: Int32Array): number[] {
  const { count, indices } = neighbours
  const found: number[] = []
  for (let p = list * count; p < (list + 1) * count; p++)
    if (inOther[place[indices[p]]] >= 0) found.push(place[indices[p]])
  return found
}
