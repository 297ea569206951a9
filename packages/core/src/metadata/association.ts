import type { SurvivalCurve } from './survival-curve.ts'

interface Tested {
  /** What is tested: a column, or time and event of survival. */
  column: string
  /** Samples that are in a cluster and have a value. */
  samples: number
  test: 'chi-squared' | 'Fisher' | 'Fisher, simulated' | 'Kruskal-Wallis' | 'log-rank'
  /** Null for Fisher's test, which has none. */
  statistic: number | null
  degrees: number | null
  p: number
  /** p adjusted for the number of columns (Benjamini and Hochberg). */
  q: number
  /** From 0, none, to 1: Cramér's V of categories, epsilon squared of numbers and dates; of survival the mean time up to `horizon` in the best cluster less that in the worst, as a share of `horizon`. */
  effect: number
  /** Expected counts under 5, of which the χ² test would not hold. */
  smallCounts: number
}

/** One of the tests, with what it was made of by cluster. */
export type Association =
  | (Tested & { kind: 'category'; levels: string[]; counts: number[][] })
  | (Tested & { kind: 'number' | 'date'; clusters: Quartiles[] })
  | (Tested & { kind: 'survival'; horizon: number; curves: GroupSurvival[] })

/** The middle half of the values of a cluster; null where it has none. */
export interface Quartiles {
  samples: number
  lower: number | null
  median: number | null
  upper: number | null
}

/** The survival of a cluster, and the events that it would have if all clusters lived alike. */
export interface GroupSurvival extends SurvivalCurve {
  expected: number
  restrictedMean: number
}

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
