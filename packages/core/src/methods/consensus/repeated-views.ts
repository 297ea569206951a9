import type { CommonNeighbours } from './common-neighbours.ts'

/** Share of common neighbours, beyond chance, above which two views count as one; different views of one thing stay far below (0.59 at most on real files). */
const SAME = 0.8

/** Groups of `views` views that say the same, as one number per view: views whose neighbour lists overlap by more than 0.8 beyond chance are one group, also through others. */
export function repeatedViews(views: number, pairs: readonly CommonNeighbours[]): number[] {
  const group = Array.from({ length: views }, (_, v) => v)
  for (const found of pairs) {
    if (!(overlap(found) > SAME)) continue
    const [from, to] = found.pair.map((v) => group[v])
    for (let v = 0; v < views; v++) if (group[v] === from) group[v] = to
  }
  return group
}

/** Share of common neighbours: 0 by chance, 1 where all are common. */
function overlap({ common, longer, samples }: CommonNeighbours): number {
  if (longer === 0) return 0
  const chance = longer / (samples * Math.max(samples - 1, 1))
  return chance < 1 ? (common / longer - chance) / (1 - chance) : 0
}
