import { preprocessPresent } from '../data/preprocess-present.ts'
import { takeRows } from '../data/take-rows.ts'
import { transformRows } from '../data/view-transform.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { canonicalViews } from '../methods/consensus/canonical-views.ts'
import { toldKinds } from '../methods/view-kinds.ts'
import { viewWeights } from '../methods/view-weights.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import { gatherOnFirst } from '../ranks/gather-on-first.ts'
import type { NeighbourModel, NeighbourView } from './model.ts'
import type { Training } from './train-model.ts'

const NEIGHBOURS = 10

/**
 * Scores of all training samples in every view, preprocessed as the default method does it, and their memberships (labels where the method has none that sum
 * to 1 over the clusters). Samples are kept in an order of their content, without their ids. Over ranks rank 0 gets the scores of all. O(entries · 30).
 */
export function* trainNeighbours(
  kernels: Kernels,
  { input, clustering, about, communicator }: Training,
): Generator<Progress, NeighbourModel | null> {
  const weights = viewWeights((clustering.options.viewWeights as string | null | undefined) ?? null, input.views)
  const { views, order } = canonicalViews(input, weights, communicator)
  const kinds = toldKinds(clustering.options.viewKinds)
  const random = new Random(clustering.seed).split(0)
  const parts: NeighbourView[] = []
  for (const [v, view] of views.entries()) {
    const { name, data, present, weight } = view
    const { transform } = yield* preprocessPresent(kernels, view, random.split(v), {
      communicator,
      kind: kinds.get(name),
    })
    yield { stage: 'model', iteration: v + 1, total: views.length }
    if (!transform) continue
    const { scores: own, present: speaking } = transformRows(transform, data)
    if (present) for (let i = 0; i < speaking.length; i++) speaking[i] &= present[i]
    const scores = gatherOnFirst(communicator, own)
    const marks = communicator.gather(speaking)
    if (!scores || !marks) continue
    parts.push({
      view: input.views.findIndex((view) => view.name === name),
      weight,
      transform,
      scores: Float32Array.from(scores.data),
      present: marks.includes(0) ? marks : null,
    })
  }
  if (communicator.rank > 0) return null
  const memberships = takeRows(membershipsOf(clustering), order.samples)
  return {
    ...about,
    way: 'neighbours',
    neighbours: (clustering.options.neighbours as number | undefined) ?? NEIGHBOURS,
    parts,
    memberships: Float32Array.from(memberships.data),
  }
}

/** Only the default method's memberships are those of its clusters; elsewhere a sample belongs to the cluster of its label. */
function membershipsOf({ method, memberships, labels, clusters }: Training['clustering']) {
  if (method === 'consensus' && memberships) return memberships
  const data = new Float64Array(labels.length * clusters)
  labels.forEach((label, i) => {
    data[i * clusters + label] = 1
  })
  return { rows: labels.length, columns: clusters, data }
}
