import { cluster, type Progress } from '@manyview/core'
import { prepareViews } from '@manyview/core/methods'
import { type AuditFit, auditPlan, orderedFits, orderVerdict } from '@manyview/core/metrics'
import { Random, takeSamples } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import type { Dataset } from '@manyview/formats'
import { findMethod } from '@manyview/rivals'
import { chosenViews, type FitRequest } from './fit.ts'

/** Random orders that are tried. */
const permutations = 4

export interface AuditOptions {
  signal: AbortSignal
  /** Tells which fit of how many runs, the order of its samples, and how far it is. */
  onProgress(done: number, total: number, order: AuditFit['order'], progress: Progress): void
}

/** Fits as stored and in random orders, and says in the words of the command what the order of the file is worth. Cost: seven fits. */
export async function auditOrder(
  dataset: Dataset,
  request: FitRequest,
  truth: ArrayLike<number> | null,
  { signal, onProgress }: AuditOptions,
): Promise<string> {
  const { views } = prepareViews(chosenViews(dataset, request.views), { ranks: singleProcess })
  const { clusters, method, seed, memoryLimit, options } = request
  const plan = auditPlan(seed, permutations, false)
  const fit = async (asked: AuditFit, done: number) => {
    const order = asked.shuffle === null ? null : new Random(asked.shuffle).permutation(dataset.samples)
    const reordered = views.map((view) => {
      const { name, data: rows, present } = order ? takeSamples(view, order) : view
      const shape = { samples: rows.rows, features: rows.columns, present: present ?? undefined }
      return [name, 'pointers' in rows ? { ...rows, ...shape } : { data: rows.data, ...shape }] as const
    })
    const { labels } = await cluster(Object.fromEntries(reordered), {
      ...options,
      clusters,
      method: findMethod(method),
      seed: asked.seed,
      runtime: { memory: memoryLimit },
      signal,
      onProgress: ({ partition: _, ...step }) => onProgress(done, plan.length, asked.order, step),
    })
    if (!order) return labels
    const restored = new Int32Array(labels.length)
    order.forEach((sample, place) => {
      restored[sample] = labels[place]
    })
    return restored
  }
  const labelings: Int32Array[] = []
  for (const [done, order] of plan.entries()) labelings.push(await fit(order, done))
  if (labelings[0].every((label) => label === labelings[0][0]))
    return 'No verdict: all samples are in one cluster, in any order.'
  const fits = (order: AuditFit['order']) =>
    orderedFits(
      labelings.filter((_, i) => plan[i].order === order),
      truth,
    )
  return orderVerdict(fits('stored'), fits('shuffled'))
}
