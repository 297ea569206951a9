import {
  adjustedRandIndex,
  cluster,
  type OrderedFits,
  orderVerdict,
  type Progress,
  score,
  takeSamples,
} from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import type { Dataset } from '@manyview/formats'
import { findMethod } from '@manyview/rivals'
import { chosenViews, type FitRequest } from './fit.ts'

/** What shuffling the samples changes. */
export interface OrderAudit {
  stored: OrderedFits
  shuffled: OrderedFits
  /** The sentence that the command prints. */
  verdict: string
}

/** Fits in the order of the file, to see what the seed alone changes, and in random orders. */
const repeats = 2
const permutations = 4

/** Fits as stored and in random orders, every fit with a seed of its own, and says what the order of the file is worth. Cost: six fits. */
export async function auditOrder(
  dataset: Dataset,
  request: FitRequest,
  truth: ArrayLike<number> | null,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number, progress: Progress): void },
): Promise<OrderAudit> {
  const { views } = prepareViews(chosenViews(dataset, request.views))
  const { clusters, method, seed, memoryLimit, options } = request
  const fitOrder = async (order: Uint32Array | null, fitSeed: number, done: number) => {
    const reordered = views.map((view) => {
      const { name, data: rows, present } = order ? takeSamples(view, order) : view
      const shape = { samples: rows.rows, features: rows.columns, present: present ?? undefined }
      return [name, 'pointers' in rows ? { ...rows, ...shape } : { data: rows.data, ...shape }] as const
    })
    const { labels } = await cluster(Object.fromEntries(reordered), {
      ...options,
      clusters,
      method: findMethod(method),
      seed: fitSeed,
      memoryLimit,
      signal,
      onProgress: ({ partition: _, ...step }) => onProgress(done, repeats + permutations, step),
    })
    if (!order) return labels
    const restored = new Int32Array(labels.length)
    order.forEach((sample, place) => {
      restored[sample] = labels[place]
    })
    return restored
  }
  const [stored, shuffled]: [Int32Array[], Int32Array[]] = [[], []]
  for (let i = 0; i < repeats; i++) stored.push(await fitOrder(null, seed + i, i))
  for (let i = 0; i < permutations; i++) {
    const order = new Random(seed + i + 1).permutation(dataset.samples)
    shuffled.push(await fitOrder(order, seed + i, repeats + i))
  }
  const fits = { stored: judged(stored, truth), shuffled: judged(shuffled, truth) }
  const single = stored[0].every((label) => label === stored[0][0])
  const verdict = single
    ? 'No verdict: all samples are in one cluster, in any order.'
    : orderVerdict(fits.stored, fits.shuffled)
  return { ...fits, verdict }
}

function judged(partitions: readonly Int32Array[], truth: ArrayLike<number> | null): OrderedFits {
  const pairs = partitions.flatMap((a, i) => partitions.slice(i + 1).map((b) => adjustedRandIndex(a, b)))
  return {
    accuracies: truth ? partitions.map((labels) => score(truth, labels).acc) : [],
    agreement: pairs.reduce((sum, value) => sum + value, 0) / pairs.length,
  }
}
