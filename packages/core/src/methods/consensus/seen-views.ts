import type { PreparedRows } from '../../data/prepare-views.ts'
import type { Progress } from '../../progress.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import type { Task } from '../method.ts'
import { toldKinds } from '../view-kinds.ts'
import { type CanonicalViews, canonicalViews } from './canonical-views.ts'
import { neighbourCount, wideScores } from './fitted-samples.ts'
import { givenNeighbours } from './given-neighbours.ts'
import { type ReadyView, readyViews } from './ready-views.ts'
import { type ViewGraphs, viewGraphs } from './view-graphs.ts'

/** What the default method sees of the views before the number of clusters matters. */
export interface SeenViews {
  canonical: CanonicalViews
  /** Null where fewer than three samples differ. */
  graphs: ViewGraphs | null
}

export type Seeing = Pick<
  Task,
  'options' | 'random' | 'kernels' | 'crew' | 'communicator' | 'scratch' | 'neighbourGraphs'
>

/** Fewer samples are clustered before a thread has started. */
const WORTH_A_CREW = 1000

/** What `seeViews` saw when the number of clusters was chosen, where it was. */
export function seenBefore({ seen }: Task): SeenViews | undefined {
  return seen as SeenViews | undefined
}

/** Orders the samples and builds the graphs as the default method does under `options`. */
export function* seeViews(input: PreparedRows, task: Seeing): Generator<Progress, SeenViews> {
  const canonical = yield* orderViews(input, task)
  yield { stage: 'order', iteration: 1, total: 1 }
  return { canonical, graphs: canonical.distinct < 3 ? null : yield* graphsOf(canonical, task, null) }
}

/** Puts views and samples in canonical order, while threads start where they are worth it. */
export function orderViews(
  input: PreparedRows,
  { options, crew, communicator }: Pick<Task, 'options' | 'crew' | 'communicator'>,
): Generator<Progress, CanonicalViews> {
  if (input.samples > WORTH_A_CREW) crew?.()
  return canonicalViews(input, options, communicator)
}

/** The graphs of views in canonical order. */
export function* graphsOf(
  canonical: CanonicalViews,
  task: Seeing,
  clusters: number | null,
): Generator<Progress, ViewGraphs> {
  const { options, kernels, communicator, neighbourGraphs } = task
  const count = neighbourCount(canonical.distinct, clusters, options.neighbours as number)
  const views = yield* viewsOf(canonical, task, true)
  const given = neighbourGraphs ? givenNeighbours(neighbourGraphs, views, canonical.order, count) : []
  const random = task.random.split(0)
  return yield* viewGraphs(kernels, views, count, random, options.viewWeights === null, communicator, given)
}

/** Views in canonical order as the default method makes them ready, with sketches where copies will be looked for. */
export function viewsOf(
  canonical: CanonicalViews,
  { options, kernels, random, communicator = oneProcess, scratch }: Seeing,
  sketches = false,
): Generator<Progress, ReadyView[]> {
  const how = { wide: wideScores(canonical.order.samples.length, options), kinds: toldKinds(options), sketches }
  return readyViews(kernels, canonical, random.split(0), communicator, scratch, how)
}
