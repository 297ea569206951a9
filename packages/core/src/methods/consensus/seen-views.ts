import { isStreamed, type StreamedViews } from '../../data/prepare-blocked.ts'
import type { PreparedViews } from '../../data/prepare-views.ts'
import type { Progress } from '../../progress.ts'
import type { Task } from '../method.ts'
import { toldKinds } from '../view-kinds.ts'
import { viewWeights } from '../view-weights.ts'
import { type CanonicalViews, canonicalViews } from './canonical-views.ts'
import { wideScores } from './fitted-samples.ts'
import { streamedCanonicalViews } from './streamed-views.ts'
import { type ViewGraphs, viewGraphs } from './view-graphs.ts'

/** What the default method sees of the views before the number of clusters matters. */
export interface SeenViews {
  canonical: CanonicalViews
  /** Null where fewer than three samples differ. */
  graphs: ViewGraphs | null
}

/** Orders the samples and builds the graphs as the default method does under `options`. */
export function* seeViews(
  input: PreparedViews | StreamedViews,
  task: Pick<Task, 'options' | 'random' | 'kernels' | 'communicator' | 'scratch'>,
): Generator<Progress, SeenViews> {
  const weights = viewWeights(task.options.viewWeights as string | null, input.views)
  const canonical = isStreamed(input)
    ? yield* streamedCanonicalViews(input, task)
    : canonicalViews(input, weights, task.communicator)
  yield { stage: 'order', iteration: 1, total: 1 }
  return { canonical, graphs: canonical.distinct < 3 ? null : yield* graphsOf(canonical, task) }
}

/** The graphs of views in canonical order. */
export function graphsOf(
  { views, order }: CanonicalViews,
  { options, random, kernels, communicator }: Pick<Task, 'options' | 'random' | 'kernels' | 'communicator'>,
): Generator<Progress, ViewGraphs> {
  const shareRepeated = options.viewWeights === null
  const wide = wideScores(order.samples.length, options)
  const kinds = toldKinds(options.viewKinds)
  const told = views.map((view) => ({ ...view, kind: kinds.get(view.name) }))
  return viewGraphs(kernels, told, options.neighbours as number, random.split(0), shareRepeated, communicator, wide)
}
