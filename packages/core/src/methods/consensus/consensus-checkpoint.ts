import type { Checkpoints, SavedFit } from '../../checkpoint/checkpoints.ts'
import { fingerprint } from '../../data/fingerprint.ts'
import { concatenateColumns } from '../../data/scale.ts'
import { viewKinds } from '../../data/treatments.ts'
import { sumGraphs } from '../../graph/sum-graphs.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { columnsOf } from '../../linalg/columns-of.ts'
import { matrix } from '../../linalg/matrix.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { drain } from '../../steps.ts'
import type { Task } from '../method.ts'
import type { CanonicalViews } from './canonical-views.ts'
import type { SearchStages, SearchState } from './search-stages.ts'
import { ownShare } from './twins-over-ranks.ts'
import { namedGraphs, type ScoredViews, type ViewGraphs } from './view-graphs.ts'

/** What the search for clusters needs of the views. */
export type KeptGraphs = ScoredViews &
  Pick<
    ViewGraphs,
    'graphs' | 'features' | 'recognised' | 'repeated' | 'unrelated' | 'outliers' | 'duplicates'
  >

/**
 * The state of the default method between its stages: graphs and features first, then what the search found so far. Samples are kept in canonical order, so that any
 * number of ranks can go on; the order itself is found again.
 */
export class ConsensusCheckpoint implements SearchStages {
  /** The graphs that an earlier fit built, of this rank's samples; null where there are none. */
  readonly seen: KeptGraphs | null
  readonly kept: SearchStages['kept']
  private readonly checkpoints: Checkpoints
  private readonly about: string
  private readonly names: readonly string[]
  private graphs: KeptGraphs | null

  private constructor(checkpoints: Checkpoints, task: Task, canonical: CanonicalViews) {
    const { order, views } = canonical
    const { begin, end } = ownShare(task.communicator ?? oneProcess, order.twins)
    this.checkpoints = checkpoints
    this.about = taskText(task, canonical)
    this.names = views.map(({ name }) => name)
    const saved = checkpoints.load(this.about, end - begin)
    this.seen = saved && graphsFrom(task.kernels, saved, this.names)
    this.kept = saved && stateFrom(saved)
    this.graphs = this.seen
  }

  /** That of a task; undefined where none is wanted. */
  static open(task: Task, canonical: CanonicalViews): ConsensusCheckpoint | undefined {
    return task.checkpoints && new ConsensusCheckpoint(task.checkpoints, task, canonical)
  }

  /** Keeps fresh graphs if it is time to. */
  keepGraphs(seen: KeptGraphs): void {
    if (this.graphs) return
    this.graphs = seen
    this.keep(0, () => ({ rows: matrix(seen.features.rows, 0), shared: {} }))
  }

  keep(stage: number, state: () => SearchState): void {
    if (!this.checkpoints.due()) return
    const {
      scores,
      wide,
      speaking,
      features,
      weights,
      incomplete,
      graphs,
      recognised,
      repeated,
      unrelated,
      outliers,
      duplicates,
    } = this.graphs!
    const marks = speaking.map((own) => matrix(own.length, 1, Float64Array.from(own)))
    const views = [...scores, ...wide, ...marks, features, matrix(outliers.length, 1, outliers)]
    const { rows, shared } = state()
    const place = (name: string) => this.names.indexOf(name)
    this.checkpoints.save(this.about, {
      iteration: stage + 1,
      shared: {
        ...shared,
        views: Float64Array.from(views, ({ columns }) => columns),
        weights: Float64Array.of(...weights, Number(incomplete)),
        recognised: Float64Array.from(recognised.flatMap(({ name, kind }) => [place(name), viewKinds.indexOf(kind)])),
        repeated: Float64Array.from(repeated.flat(), place),
        unrelated: Float64Array.from(unrelated, (view) => Number(view.unrelated)),
        duplicates: Float64Array.from(duplicates.flatMap(({ first, second, except }) => [first, second, except ?? -1])),
      },
      rows: concatenateColumns([...views, rows]),
      lists: graphs.slice(1).map(({ graph }) => graph),
    })
  }
}

/** What was kept of the views and their graphs; `names` are those of the views. */
export function graphsFrom(kernels: Kernels, { rows, shared, lists }: SavedFit, names: readonly string[]): KeptGraphs {
  const [union, joint] = lists!
  const { repeated } = shared
  const count = shared.weights.length - 1
  const weights = Array.from(shared.weights.subarray(0, count))
  let at = 0
  const parts = Array.from(shared.views, (columns) => {
    at += columns
    return columnsOf(rows, at - columns, at)
  })
  const scores = parts.slice(0, count)
  const speaking = parts.slice(2 * count, 3 * count).map(({ data }) => Uint8Array.from(data))
  return {
    scores,
    wide: parts.slice(count, 2 * count),
    speaking,
    weights,
    incomplete: shared.weights[count] === 1,
    features: parts[3 * count],
    outliers: parts[3 * count + 1].data,
    duplicates: Array.from({ length: shared.duplicates.length / 3 }, (_, p) => ({
      first: shared.duplicates[3 * p],
      second: shared.duplicates[3 * p + 1],
      except: shared.duplicates[3 * p + 2] < 0 ? null : shared.duplicates[3 * p + 2],
    })),
    graphs: namedGraphs(union, joint, sumGraphs(kernels, [union, joint], [1, 1])),
    recognised: Array.from({ length: shared.recognised.length / 2 }, (_, p) => ({
      name: names[shared.recognised[2 * p]],
      kind: viewKinds[shared.recognised[2 * p + 1]],
    })),
    repeated: Array.from({ length: repeated.length / 2 }, (_, p) => [
      names[repeated[2 * p]],
      names[repeated[2 * p + 1]],
    ]),
    unrelated: names.map((name, v) => ({ name, unrelated: shared.unrelated[v] === 1 })),
  }
}

function stateFrom({ iteration, rows, shared }: SavedFit): SearchStages['kept'] {
  if (iteration === 1) return null
  const first = shared.views.reduce((sum, columns) => sum + columns, 0)
  return { stage: iteration - 1, rows: columnsOf(rows, first, rows.columns), shared }
}

/** What must be the same in a fit that goes on: the settings, and the views with their samples. */
function taskText({ clusters, options, random, communicator = oneProcess }: Task, { views }: CanonicalViews): string {
  const shapes = views.map(({ name, data }) => [name, data.columns, drain(fingerprint(data, communicator))])
  return JSON.stringify({ method: 'consensus', state: 3, clusters, options, random: random.save(), views: shapes })
}
