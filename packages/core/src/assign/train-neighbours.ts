import { orderViews } from '../evidence/order.ts'
import { scoreViews } from '../evidence/scores.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { makeRuntime } from '../runtime/runtime.ts'
import type { NamedRows } from '../views/prepare-views.ts'
import { type TransformedRows, transformRows, type ViewTransform } from '../views/view-transform.ts'
import type { NeighbourModel, NeighbourView } from './model.ts'
import type { Training } from './train-model.ts'
import { typicalDistances } from './typical-distances.ts'

const NEIGHBOURS = 10

/**
 * Scores of all training samples in every view, preprocessed as the default method does it, and their memberships (labels where the method has none that sum
 * to 1 over the clusters). Samples are kept in an order of their content, without their ids. O(entries · 30).
 */
export function* trainNeighbours(
  kernels: Kernels,
  { input, clustering, about, scratch }: Training,
): Generator<Progress, NeighbourModel> {
  const random = new Random(clustering.seed)
  const rt = makeRuntime({ kernels, device: null, random, ranks: singleProcess, memory: { scratch } })
  const ordered = yield* orderViews(rt, input, clustering.options)
  const { samples } = ordered.samples.order
  const scored = yield* scoreViews(rt, ordered, { ...clustering.options, effort: 'fast' }, false)
  const parts: NeighbourView[] = []
  for (const [v, view] of ordered.views.entries()) {
    const { transform } = scored[v]
    yield { stage: 'model', iteration: v + 1, total: scored.length }
    if (!transform) continue
    const { scores, present: marks } = yield* transformed(transform, view)
    parts.push({
      view: input.views.findIndex(({ name }) => name === view.name),
      weight: view.weight,
      transform,
      scores: Float32Array.from(takeRows(scores, samples).data),
      present: marks.includes(0) ? Uint8Array.from(samples, (i) => marks[i]) : null,
    })
  }
  const memberships = takeRows(membershipsOf(clustering), samples)
  const model: NeighbourModel = {
    ...about,
    samples: samples.length,
    way: 'neighbours',
    neighbours: (clustering.options.neighbours as number | undefined) ?? NEIGHBOURS,
    parts,
    memberships: Float32Array.from(memberships.data),
  }
  return { ...model, usual: yield* typicalDistances(kernels, model) }
}

/** The scores of all samples; those that lack the view are not present. */
function* transformed(transform: ViewTransform, { data, present }: NamedRows): Generator<Progress, TransformedRows> {
  const scores = matrix(data.rows, transform.rank)
  const marks = new Uint8Array(data.rows)
  yield* readRows(data, (block, begin) => {
    const part = transformRows(transform, block)
    scores.data.set(part.scores.data, begin * transform.rank)
    marks.set(part.present, begin)
  })
  if (present) for (let i = 0; i < marks.length; i++) marks[i] &= present[i]
  return { scores, present: marks }
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
