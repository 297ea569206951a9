import type { Dataset } from '@manyview/formats'
import { adjustedRandIndex, cluster, type Progress, prepareViews, Random, score, takeRows } from 'manyview'
import { chosenViews, type FitRequest } from './fit.ts'

/** What shuffling the samples changes: agreement of each shuffled fit with the one in the order of the file. */
export interface OrderAudit {
  /** Adjusted Rand indices between the fit as stored and each shuffled one. */
  agreements: number[]
  /** Accuracy as stored and shuffled; null without labels. */
  stored: number | null
  shuffled: number[]
  verdict: string
}

const permutations = 4

/** Fits as stored and in a few random orders with the same settings and says what the order of the file is worth. Cost: five fits. */
export async function auditOrder(
  dataset: Dataset,
  request: FitRequest,
  truth: ArrayLike<number> | null,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number, progress: Progress): void },
): Promise<OrderAudit> {
  const { views } = prepareViews(chosenViews(dataset, request.views))
  const { clusters, method, seed, memoryLimit, options } = request
  const fitOrder = async (order: Uint32Array | null, done: number) => {
    const reordered = views.map(({ name, data }) => {
      const rows = order ? takeRows(data, order) : data
      const shape = { samples: rows.rows, features: rows.columns }
      return [name, 'pointers' in rows ? { ...rows, ...shape } : { data: rows.data, ...shape }] as const
    })
    const { labels } = await cluster(Object.fromEntries(reordered), {
      ...options,
      clusters,
      method,
      seed,
      memoryLimit,
      signal,
      onProgress: (step) => onProgress(done, permutations + 1, step),
    })
    if (!order) return labels
    const restored = new Int32Array(labels.length)
    order.forEach((sample, place) => {
      restored[sample] = labels[place]
    })
    return restored
  }
  const asStored = await fitOrder(null, 0)
  const agreements: number[] = []
  const shuffled: number[] = []
  for (let i = 1; i <= permutations; i++) {
    const labels = await fitOrder(new Random(seed + i).permutation(dataset.samples), i)
    agreements.push(adjustedRandIndex(asStored, labels))
    if (truth) shuffled.push(score(truth, labels).acc)
  }
  const stored = truth ? score(truth, asStored).acc : null
  const alike = asStored.every((label) => label === asStored[0])
  const verdict = alike
    ? 'No verdict: all samples are in one cluster, in any order.'
    : verdictOf(agreements, stored, shuffled)
  return { agreements, stored, shuffled, verdict }
}

/** Differences that are not worth a word. */
const negligible = 0.03

function verdictOf(agreements: readonly number[], stored: number | null, shuffled: readonly number[]): string {
  const least = Math.min(...agreements)
  if (least === 1)
    return `The order of the samples changes nothing: ${agreements.length} random orders gave the same clusters.`
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const same = `Clusters from ${agreements.length} random orders agree with those of the file to an adjusted Rand index of ${least.toFixed(2)} or more.`
  if (stored === null)
    return least >= 1 - negligible
      ? `The order of the samples hardly matters. ${same}`
      : `The order of the samples matters, or the method is unsteady on these data. ${same}`
  const mean = shuffled.reduce((sum, value) => sum + value, 0) / shuffled.length
  const measured = `accuracy is ${percent(stored)} in the order of the file and ${percent(mean)} shuffled`
  if (Math.abs(stored - mean) <= negligible) return `The order of the file is worth nothing: ${measured}.`
  const points = Math.round(100 * Math.abs(stored - mean))
  return stored > mean
    ? `${points} of 100 points of accuracy come from the order of the file: ${measured}.`
    : `The order of the file costs ${points} of 100 points of accuracy: ${measured}.`
}
