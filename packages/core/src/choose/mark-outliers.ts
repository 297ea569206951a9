import { outlierLimit } from '../evidence/outliers.ts'
import { InputError } from '../input-error.ts'
import type { MethodResult } from '../methods/method.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { counted } from '../words/index.ts'

/** Which samples count as outliers: `auto`, or a share of all samples such as 0.02. */
export type Outliers = 'auto' | number

/** Refuses what is neither `auto` nor a share. */
export function checkOutliers(outliers: unknown): void {
  if (outliers === 'auto' || (typeof outliers === 'number' && outliers >= 0 && outliers < 1)) return
  throw new InputError(`is ${JSON.stringify(outliers)}, give "auto" or a share of the samples from 0 to below 1`, {
    code: 'bad-option',
    argument: 'outliers',
  })
}

/** 1 for every sample that is an outlier by its score: past 3.5 with `auto`, else the share of highest scores, of equal scores none or all. Ranks have the scores of their own samples. O(n·log n). */
export function markOutliers(scores: Float64Array, outliers: Outliers, ranks: Ranks): Uint8Array {
  const limit = limitOf(scores, outliers, ranks)
  return Uint8Array.from(scores, (score) => Number(score > limit))
}

function limitOf(scores: Float64Array, outliers: Outliers, ranks: Ranks): number {
  const { total } = rowRange(ranks, scores.length)
  if (outliers === 'auto') return outlierLimit
  const sorted = ranks.allGather(scores).slice().sort()
  // The highest score that is not to be marked.
  return sorted[total - 1 - Math.floor(outliers * total)]
}

/** Share of outliers from which on a cluster is said to be made of them. */
const NEARLY_ALL = 0.9

/**
 * Says which clusters of a fit of all samples hold outliers by the limit of `auto` and hardly any others, or else how many samples that stand alone share a cluster with others. Ranks give what is of their own samples.
 * O(n·log n).
 */
export function outlierWarnings(
  { labels, outlierScores }: Pick<MethodResult, 'labels' | 'outlierScores'>,
  clusters: number,
  ranks: Ranks,
): string[] {
  if (!outlierScores) return []
  const sizes = new Float64Array(clusters)
  const odd = new Float64Array(clusters)
  const marks = markOutliers(outlierScores, 'auto', ranks)
  labels.forEach((label, i) => {
    sizes[label]++
    odd[label] += marks[i]
  })
  ranks.allReduceSum(sizes)
  ranks.allReduceSum(odd)
  const outlying = Array.from(sizes.keys()).filter((c) => odd[c] > 0 && odd[c] >= NEARLY_ALL * sizes[c])
  if (outlying.length === 0) return aloneWarnings(ranks.allGather(outlierScores), clusters)
  return outlying.map(
    (c) =>
      `cluster ${c} holds ${odd[c] === sizes[c] ? 'only' : 'almost only'} outliers (${counted(sizes[c], 'sample')}): outliers "auto" (--outliers auto) sets them aside and clusters the others without them`,
  )
}

/** Samples stand alone whose scores are so many times as high as those of all others. */
const ALONE = 2

/** Said where fewer samples than clusters stand alone. Each is in a cluster with others here: graphs link every sample to some, however far they are, and can miss a cluster of one. */
function aloneWarnings(scores: Float64Array, clusters: number): string[] {
  const highest = scores.slice().sort().reverse()
  const isAlone = (i: number) => highest[i] > outlierLimit && highest[i] >= ALONE * highest[i + 1]
  const last = Array.from({ length: clusters - 1 }, (_, i) => i).find(isAlone)
  if (last === undefined) return []
  const [are, they, own, them] =
    last > 0 ? ['are', 'they', 'clusters of their', 'them'] : ['is', 'it', 'a cluster of its', 'it']
  return [
    `${counted(last + 1, 'sample')} ${are} far from all others (outlier score ${highest[last].toFixed(1)}${last > 0 ? ' and more' : ''}, the next is ${highest[last + 1].toFixed(1)}) but not in a cluster apart: ${they} may be ${own} own, and another cluster cut in two instead; outliers "auto" (--outliers auto) sets ${them} aside`,
  ]
}
