import type { StreamedViews } from '../../data/prepare-blocked.ts'
import { preprocessStreamed } from '../../data/preprocess-streamed.ts'
import { rowsAt } from '../../data/rows-at.ts'
import { keepRows } from '../../data/scratch.ts'
import { streamedOrder } from '../../data/streamed-order.ts'
import { matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Task } from '../method.ts'
import { toldKinds } from '../view-kinds.ts'
import { viewWeights } from '../view-weights.ts'
import { type CanonicalViews, tellingViews } from './canonical-views.ts'
import { wideScores } from './fitted-samples.ts'
import { samplesForNoise } from './no-clusters.ts'
import type { WeighedView } from './view-graphs.ts'

/**
 * `canonicalViews` of views that are read in blocks, made ready for the graphs: from here on only their scores (n×30 at most) are in memory. Rows are kept in canonical order in
 * `task.scratch`, one view at a time; without it they are read one by one, which takes long. Of a single view `data` are the samples that `noClusters` looks at.
 */
export function* streamedCanonicalViews(
  input: StreamedViews,
  task: Pick<Task, 'kernels' | 'options' | 'random' | 'scratch'>,
): Generator<Progress, CanonicalViews> {
  const { kernels, options, random, scratch } = task
  const weights = viewWeights(options.viewWeights as string | null, input.views)
  const { used, warnings } = tellingViews(input.views, weights, ({ constant }) => constant)
  const order = yield* streamedOrder(used)
  const distinct = order.twins.filter((first, i) => first === i).length
  const places = new Uint32Array(order.samples.length)
  order.samples.forEach((sample, position) => {
    places[sample] = position
  })
  const views: WeighedView[] = []
  const wide = wideScores(order.samples.length, options)
  const kinds = toldKinds(options.viewKinds)
  for (const [v, position] of order.views.entries()) {
    const { name, weight, data, words } = used[position]
    const some = rowsAt(data, used.length === 1 ? samplesForNoise(order.samples) : [])
    const sample = matrix(some.rows, some.columns)
    some.readRows(0, some.rows, sample.data)
    const kept = scratch ? yield* keepRows(scratch, data, places) : null
    try {
      const rows = kept ?? rowsAt(data, order.samples)
      // The generator is the one that the graphs would use.
      const ready = yield* preprocessStreamed(kernels, rows, words, random.split(0).split(v), scratch, {
        wide,
        kind: kinds.get(name),
      })
      views.push({ name, weight, kind: kinds.get(name), data: sample, present: null, ready })
    } finally {
      kept?.remove()
    }
  }
  return { views, order, distinct, warnings }
}
