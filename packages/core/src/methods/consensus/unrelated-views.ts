import type { CommonNeighbours } from './common-neighbours.ts'

/** Standard deviations by which common neighbours must exceed chance; links come in pairs, which the deviation allows for. */
const CLEARLY = 4

/**
 * One answer for each of `views` views: true where it has no more neighbours in common with any other view than views of unrelated samples would: noise, or samples that are not matched.
 * False for a single view, and where there are too few samples to tell.
 * All samples are compared: k clusters that the views share, and nothing else, give (k − 1)·c/√2 standard deviations whatever N is, but part of the samples only the root of that part.
 */
export function unrelatedViews(views: number, pairs: readonly CommonNeighbours[]): boolean[] {
  const [told, related] = [new Set<number>(), new Set<number>()]
  for (const found of pairs) {
    const excess = deviationsAbove(found)
    if (excess === null) continue
    for (const v of found.pair) {
      told.add(v)
      if (excess > CLEARLY) related.add(v)
    }
  }
  return Array.from({ length: views }, (_, v) => told.has(v) && !related.has(v))
}

/** By how many standard deviations two views have more common neighbours than by chance; null where they could not have many more. */
function deviationsAbove({ common, shorter, expected, variance }: CommonNeighbours): number | null {
  const deviation = Math.sqrt(2 * variance)
  return shorter - expected > 4 * CLEARLY * deviation && deviation > 0 ? (common - expected) / deviation : null
}
