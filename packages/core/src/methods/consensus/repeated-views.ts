import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { type CommonCounts, noCounts } from './common-counts.ts'

/** Share of common neighbours, beyond chance, above which two views count as one; different views of one thing stay far below (0.59 at most on real files). */
const SAME = 0.8

/**
 * Groups of views that say the same, as one number a view: views whose neighbour lists overlap by more than 0.8 beyond chance are one group, also through others.
 * `known` are common neighbours that were counted already. Ranks give the lists of their own points, and come to the same. O(views² · n · neighbours).
 */
export function repeatedViews(
  views: readonly PlacedNeighbours[],
  samples: number,
  communicator: Communicator = oneProcess,
  known: CommonCounts = noCounts,
): number[] {
  const points = views.map(({ place }) => pointOfSample(place, samples))
  const first = views.map(({ place }) => pointShares(place, samples, communicator.size)[communicator.rank].begin)
  const listed = (v: number) => ({ ...views[v], points: points[v], first: first[v] })
  const group = views.map((_, v) => v)
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++)
      if (overlap(listed(a), listed(b), communicator, known(a, b)) > SAME) {
        const [from, to] = [group[a], group[b]]
        for (let v = 0; v < views.length; v++) if (group[v] === from) group[v] = to
      }
  return group
}

/** The point of each sample, −1 where it has none. */
function pointOfSample(place: Uint32Array, samples: number): Int32Array {
  const points = new Int32Array(samples).fill(-1)
  place.forEach((sample, p) => {
    points[sample] = p
  })
  return points
}

/** The neighbours in a view, the point of each sample, and the point of the first list. */
interface ListedView extends PlacedNeighbours {
  points: Int32Array
  first: number
}

/** Mean share of common neighbours over the samples that both views have, among those samples: 0 by chance, 1 where all are common. */
function overlap(a: ListedView, b: ListedView, communicator: Communicator, known: number | null): number {
  let common = 0
  let all = 0
  let both = 0
  const [ours, yours] = [a.neighbours, b.neighbours]
  if (known !== null) return beyondChance(known, ours.samples * Math.max(ours.count, yours.count), ours.samples)
  const theirs = new Uint32Array(yours.count)
  // Where no sample lacks a view there is nothing to look up, which takes long in large tables.
  const complete = [a, b].every(({ place, points }) => place.length === points.length)
  for (let p = 0; p < ours.samples; p++) {
    const point = b.points[a.place[a.first + p]]
    if (point < 0) continue
    const from = (point - b.first) * yours.count
    let known = 0
    let knownToThem = 0
    for (let c = 0; c < yours.count; c++) {
      const sample = complete ? yours.indices[from + c] : b.place[yours.indices[from + c]]
      theirs[c] = sample
      if (complete || a.points[sample] >= 0) knownToThem++
    }
    for (let c = p * ours.count; c < (p + 1) * ours.count; c++) {
      const mine = complete ? ours.indices[c] : a.place[ours.indices[c]]
      if (complete || b.points[mine] >= 0) known++
      for (let t = 0; t < theirs.length; t++)
        if (theirs[t] === mine) {
          common++
          break
        }
    }
    all += Math.max(known, knownToThem)
    both++
  }
  const sums = Float64Array.of(common, all, both)
  communicator.allReduceSum(sums)
  ;[common, all, both] = sums
  return beyondChance(common, all, both)
}

function beyondChance(common: number, all: number, both: number): number {
  if (all === 0) return 0
  const chance = all / (both * Math.max(both - 1, 1))
  return chance < 1 ? (common / all - chance) / (1 - chance) : 0
}
