import type { PreparedRows } from '../../data/prepare-views.ts'
import { matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { reorderRows } from '../../ranks/reorder-rows.ts'
import type { Duplicate, Judged, MethodResult, Task } from '../method.ts'
import type { CanonicalViews } from './canonical-views.ts'
import { seeViews } from './seen-views.ts'
import type { ViewGraphs } from './view-graphs.ts'

/**
 * What the graphs say about outliers and copies, in the order of the input. Of identical samples every one but the first is named once, with the first; near copies are named of the first only. Ranks get the scores of
 * their own samples and the copies among all. O(n + duplicates).
 */
export function oddSamples(
  { outliers, duplicates }: Pick<ViewGraphs, 'outliers' | 'duplicates'>,
  { views, order: { samples, places } }: CanonicalViews,
  communicator: Communicator,
): Required<Pick<MethodResult, 'outlierScores' | 'duplicates'>> {
  const scores = reorderRows(communicator, matrix(outliers.length, 1, outliers), places, samples.length)
  const copies: Duplicate[] = []
  places.forEach((place, second) => {
    const first = samples[place]
    if (first !== second) copies.push({ first, second, exact: true, differsIn: null })
  })
  const near = duplicates.map((pair): Duplicate => {
    const [first, second] = [samples[pair.first], samples[pair.second]].sort((a, b) => a - b)
    return { first, second, exact: false, differsIn: pair.except === null ? null : views[pair.except].name }
  })
  const all = [...copies, ...near].sort((a, b) => a.first - b.first || a.second - b.second)
  return { outlierScores: scores.data, duplicates: all }
}

/** The same before anything is clustered: the graphs tell it. */
export function* judgeViews(input: PreparedRows, task: Omit<Task, 'clusters'>): Generator<Progress, Judged | null> {
  const { communicator = oneProcess } = task
  const seen = yield* seeViews(input, task)
  if (!seen.graphs) return null
  const { order } = seen.canonical
  const places = reorderRows(communicator, seen.graphs.features, order.places, order.samples.length)
  return { ...oddSamples(seen.graphs, seen.canonical, communicator), places, seen }
}
