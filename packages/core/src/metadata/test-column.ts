import { averageRanks } from '../numerics/math/average-ranks.ts'
import { chiSquaredTail } from '../numerics/math/chi-squared-tail.ts'
import { counted } from '../words/numbers.ts'
import type { Association, Quartiles } from './association.ts'
import type { CategoryColumn, NumberColumn } from './column.ts'
import { type SurvivalColumns, type SurvivalData, survivalName } from './find-survival.ts'
import { type CountTable, countTable, fisherTest } from './fisher-test.ts'

import { logRankTest, restrictedMean, survivalCurve } from './survival-curve.ts'

/** A category of more levels is no group to compare. */
const MOST_LEVELS = 50
/** Tests lean on large samples; fewer than so many are said. */
const FEW = 5

/** Why a column is not tested: all values missing, one level only, or samples of one cluster only; null where it can be. */
function reasonAgainst(samples: readonly number[], labels: ArrayLike<number>, distinct: number): string | null {
  if (samples.length === 0) return 'all values are missing'
  if (distinct < 2) return 'has one value only'
  const first = labels[samples[0]]
  return samples.every((i) => labels[i] === first) ? 'has values in one cluster only' : null
}

function samplesWith(labels: ArrayLike<number>, has: (sample: number) => boolean): number[] {
  return Array.from({ length: labels.length }, (_, i) => i).filter((i) => labels[i] >= 0 && has(i))
}

/** Pearson's χ² test of a category, or Fisher's exact test where some expected count is under 5; the reason where it cannot be tested. */
export function testCategory(
  labels: ArrayLike<number>,
  clusters: number,
  column: CategoryColumn,
): Association | string {
  const { name, levels, codes } = column
  const samples = samplesWith(labels, (i) => codes[i] >= 0)
  const against = reasonAgainst(samples, labels, new Set(samples.map((i) => codes[i])).size)
  if (against) return against
  if (levels.length > MOST_LEVELS || levels.length * 2 > samples.length)
    return `has ${counted(levels.length, 'different value')} in ${counted(samples.length, 'sample')}, too many to compare`
  const counts = Array.from({ length: clusters }, () => new Array<number>(levels.length).fill(0))
  for (const i of samples) counts[labels[i]][codes[i]]++
  const table = countTable(counts)
  const { effect, smallCounts, ...pearson } = chiSquaredTest(table)
  const shared = {
    column: name,
    kind: 'category' as const,
    samples: samples.length,
    q: 1,
    effect,
    smallCounts,
    levels,
    counts,
  }
  if (smallCounts === 0) return { ...shared, test: 'chi-squared', ...pearson }
  const { p, simulated } = fisherTest(table)
  return { ...shared, test: simulated ? 'Fisher, simulated' : 'Fisher', statistic: null, degrees: null, p }
}

/** The test of Kruskal and Wallis of numbers or dates; the reason where they cannot be tested. */
export function testNumbers(
  labels: ArrayLike<number>,
  clusters: number,
  { name, kind, values }: NumberColumn,
): Association | string {
  const samples = samplesWith(labels, (i) => !Number.isNaN(values[i]))
  const against = reasonAgainst(samples, labels, new Set(samples.map((i) => values[i])).size)
  if (against) return against
  const test = kruskalWallisTest(
    samples.map((i) => values[i]),
    samples.map((i) => labels[i]),
  )
  const sorted = Array.from({ length: clusters }, () => [] as number[])
  for (const i of samples) sorted[labels[i]].push(values[i])
  const groups = sorted.map((group) => quartiles(group.sort((a, b) => a - b)))
  const smallCounts = groups.filter((group) => group.samples > 0 && group.samples < FEW).length
  return {
    column: name,
    kind,
    samples: samples.length,
    test: 'Kruskal-Wallis',
    ...test,
    q: 1,
    smallCounts,
    clusters: groups,
  }
}

/** The log-rank test of survival, with the curve of each cluster; the reason where it cannot be tested. */
export function testSurvival(
  labels: ArrayLike<number>,
  clusters: number,
  survival: SurvivalColumns,
  { times, events }: SurvivalData,
): Association | string {
  const samples = samplesWith(labels, (i) => !Number.isNaN(times[i]))
  const against = reasonAgainst(samples, labels, 2)
  if (against) return against
  if (samples.every((i) => events[i] === 0)) return 'has no event'
  const pick = (values: ArrayLike<number>, some: readonly number[]) => some.map((i) => values[i])
  const { expected, ...found } = logRankTest(
    pick(times, samples),
    pick(events, samples),
    pick(labels, samples),
    clusters,
  )
  if (Number.isNaN(found.p)) return 'has no time at which samples of different clusters were watched together'
  const curves = Array.from({ length: clusters }, (_, cluster) => {
    const members = samples.filter((i) => labels[i] === cluster)
    return survivalCurve(pick(times, members), pick(events, members))
  })
  const horizon = Math.min(...curves.filter((curve) => curve.samples > 0).map((curve) => curve.times.at(-1)!))
  const means = curves.map((curve) => restrictedMean(curve, horizon))
  const filled = means.filter((_, cluster) => curves[cluster].samples > 0)
  return {
    column: survivalName(survival),
    kind: 'survival',
    samples: samples.length,
    test: 'log-rank',
    ...found,
    q: 1,
    effect: horizon > 0 ? (Math.max(...filled) - Math.min(...filled)) / horizon : 0,
    smallCounts: expected.filter((count) => count > 0 && count < FEW).length,
    horizon,
    curves: curves.map((curve, cluster) => ({ ...curve, expected: expected[cluster], restrictedMean: means[cluster] })),
  }
}

/** Quartiles between neighbours in proportion, as R's quantile has them (type 7). */
function quartiles(sorted: readonly number[]): Quartiles {
  const at = (share: number) => {
    if (sorted.length === 0) return null
    const place = share * (sorted.length - 1)
    const below = Math.floor(place)
    const above = Math.min(below + 1, sorted.length - 1)
    return sorted[below] + (place - below) * (sorted[above] - sorted[below])
  }
  return { samples: sorted.length, lower: at(0.25), median: at(0.5), upper: at(0.75) }
}

/** What Pearson's test says of a table. */
export interface ChiSquared {
  statistic: number
  degrees: number
  p: number
  /** Cramér's V, 0 … 1: how closely clusters and levels go together, whatever the number of samples. */
  effect: number
  /** Expected counts under 5, of which the test does not hold. */
  smallCounts: number
}

/** Pearson's χ² test of independence without Yates' correction, at least 2×2. O(cells). */
export function chiSquaredTest({ counts, rowSums, columnSums, total }: CountTable): ChiSquared {
  let statistic = 0
  let smallCounts = 0
  counts.forEach((row, i) => {
    row.forEach((count, j) => {
      const expected = (rowSums[i] * columnSums[j]) / total
      statistic += ((count - expected) * (count - expected)) / expected
      if (expected < 5) smallCounts++
    })
  })
  const narrow = Math.min(rowSums.length, columnSums.length) - 1
  const degrees = (rowSums.length - 1) * (columnSums.length - 1)
  const effect = Math.min(1, Math.sqrt(statistic / (total * narrow)))
  return { statistic, degrees, p: chiSquaredTail(statistic, degrees), effect, smallCounts }
}

/** What the test says of values in groups. */
export interface KruskalWallis {
  statistic: number
  degrees: number
  p: number
  /** Epsilon squared, 0 … 1: the share of the spread of the ranks that the groups explain. */
  effect: number
}

/** The test of Kruskal and Wallis, corrected for ties, of values (not all equal) in at least two groups. O(n log n). */
function kruskalWallisTest(values: ArrayLike<number>, groups: ArrayLike<number>): KruskalWallis {
  const n = values.length
  const { order, ranks, ties } = averageRanks(values)
  const sums = new Map<number, { rank: number; size: number }>()
  for (const i of order) {
    const group = sums.get(groups[i]) ?? { rank: 0, size: 0 }
    sums.set(groups[i], { rank: group.rank + ranks[i], size: group.size + 1 })
  }
  let squares = 0
  for (const { rank, size } of sums.values()) squares += (rank * rank) / size
  const uncorrected = (12 * squares) / (n * (n + 1)) - 3 * (n + 1)
  const statistic = Math.max(0, uncorrected / (1 - ties / (n * n * n - n)))
  const degrees = sums.size - 1
  return {
    statistic,
    degrees,
    p: chiSquaredTail(statistic, degrees),
    effect: Math.min(1, statistic / (n - 1)),
  }
}
