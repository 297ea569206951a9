import type { Neighbours } from '../../graph/neighbour-lists.ts'

/** Neighbours of the samples that have a point: `place[p]` is the sample of point p. */
export interface PlacedNeighbours {
  neighbours: Neighbours
  place: Uint32Array
}

/** Share of common neighbours, beyond chance, above which two views count as one; different views of one thing stay far below (0.59 at most on real files). */
const SAME = 0.8

/**
 * Groups of views that say the same, as one number a view: views whose neighbour lists overlap by more than 0.8 beyond chance are one group, also through others.
 * O(views² · n · neighbours).
 */
export function repeatedViews(views: readonly PlacedNeighbours[], samples: number): number[] {
  const sets = views.map(({ neighbours, place }) => bySample(neighbours, place, samples))
  const group = views.map((_, v) => v)
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++)
      if (overlap(sets[a], sets[b]) > SAME) {
        const [from, to] = [group[a], group[b]]
        for (let v = 0; v < views.length; v++) if (group[v] === from) group[v] = to
      }
  return group
}

function bySample({ count, indices }: Neighbours, place: Uint32Array, samples: number): (Set<number> | null)[] {
  const sets: (Set<number> | null)[] = new Array(samples).fill(null)
  place.forEach((sample, p) => {
    sets[sample] = new Set(Array.from(indices.subarray(p * count, (p + 1) * count), (q) => place[q]))
  })
  return sets
}

/** Mean share of common neighbours over the samples that both views have, among those samples: 0 by chance, 1 where all are common. */
function overlap(a: (Set<number> | null)[], b: (Set<number> | null)[]): number {
  let common = 0
  let all = 0
  let both = 0
  a.forEach((mine, i) => {
    const theirs = b[i]
    if (!mine || !theirs) return
    let known = 0
    let knownToThem = 0
    for (const j of mine) {
      if (b[j]) known++
      if (theirs.has(j)) common++
    }
    for (const j of theirs) if (a[j]) knownToThem++
    all += Math.max(known, knownToThem)
    both++
  })
  if (all === 0) return 0
  const chance = all / (both * Math.max(both - 1, 1))
  return chance < 1 ? (common / all - chance) / (1 - chance) : 0
}
