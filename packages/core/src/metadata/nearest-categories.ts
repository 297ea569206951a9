import type { Association } from './association.ts'

/** A column of metadata tells clusters only where chance hardly shows as much, and where it goes with them this far. */
const SURE = 0.05
const STRONG = 0.5

/**
 * What each cluster is in the column of categories that goes with the clusters most: the category of more than half of its samples, null where there is none such, and for all clusters where no column goes with them
 * (q < 0.05 and Cramér's V of at least 0.5). O(clusters · levels).
 */
export function nearestCategories(associations: readonly Association[], clusters: number): (string | null)[] {
  const best = nearestColumn(associations)
  return Array.from({ length: clusters }, (_, cluster) => {
    const counts = best?.counts[cluster]
    if (!counts) return null
    const total = counts.reduce((sum, count) => sum + count, 0)
    const level = counts.findIndex((count) => 2 * count > total)
    return level < 0 ? null : best!.levels[level]
  })
}

/** The test of the column of categories that goes with the clusters most; null where none goes with them. */
export function nearestColumn(associations: readonly Association[]): (Association & { kind: 'category' }) | null {
  let best: (Association & { kind: 'category' }) | null = null
  for (const each of associations)
    if (each.kind === 'category' && each.q < SURE && each.effect >= STRONG && each.effect > (best?.effect ?? 0))
      best = each
  return best
}
