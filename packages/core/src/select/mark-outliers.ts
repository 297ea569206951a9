import { InputError } from '../input-error.ts'
import { outlierLimit } from '../methods/consensus/outlier-scores.ts'
import type { MethodResult } from '../methods/method.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
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
export function markOutliers(
  scores: Float64Array,
  outliers: Outliers,
  communicator: Communicator = oneProcess,
): Uint8Array {
  const limit = limitOf(scores, outliers, communicator)
  return Uint8Array.from(scores, (score) => Number(score > limit))
}

function limitOf(scores: Float64Array, outliers: Outliers, communicator: Communicator): number {
  const { total } = rowsOnRanks(communicator, scores.length)
  if (outliers === 'auto') return outlierLimit
  const sorted = communicator.allGather(scores).slice().sort()
  // The highest score that is not to be marked.
  return sorted[total - 1 - Math.floor(outliers * total)]
}

/** Share of outliers from which on a cluster is said to be made of them. */
const NEARLY_ALL = 0.9

/** Says which clusters of a fit of all samples hold outliers by the limit of `auto` and hardly any others. Ranks give what is of their own samples. O(n). */
export function outlierWarnings(
  { labels, outlierScores }: Pick<MethodResult, 'labels' | 'outlierScores'>,
  clusters: number,
  communicator: Communicator = oneProcess,
): string[] {
  if (!outlierScores) return []
  const sizes = new Float64Array(clusters)
  const odd = new Float64Array(clusters)
  const marks = markOutliers(outlierScores, 'auto', communicator)
  labels.forEach((label, i) => {
    sizes[label]++
    odd[label] += marks[i]
  })
  communicator.allReduceSum(sizes)
  communicator.allReduceSum(odd)
  return Array.from(sizes.keys())
    .filter((c) => odd[c] > 0 && odd[c] >= NEARLY_ALL * sizes[c])
    .map(
      (c) =>
        `cluster ${c} holds ${odd[c] === sizes[c] ? 'only' : 'almost only'} outliers (${counted(sizes[c], 'sample')}): outliers "auto" (--outliers auto) sets them aside and clusters the others without them`,
    )
}
