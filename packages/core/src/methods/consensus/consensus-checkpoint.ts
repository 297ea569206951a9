import type { Checkpoints, SavedFit } from '../../checkpoint/checkpoints.ts'
import { columnsOf } from '../../data/columns-of.ts'
import { concatenateColumns } from '../../data/scale.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import type { Task } from '../method.ts'
import type { CanonicalViews } from './canonical-views.ts'
import type { SearchStages, SearchState } from './search-stages.ts'
import { ownShare } from './twins-over-ranks.ts'
import { namedGraphs, type ViewGraphs } from './view-graphs.ts'

/** What the search for clusters needs of the views. */
export type KeptGraphs = Pick<ViewGraphs, 'graphs' | 'features' | 'repeated' | 'unrelated'>

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
    this.seen = saved && graphsFrom(saved, this.names)
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
    this.keep(0, () => ({ rows: { ...seen.features, columns: 0, data: new Float64Array(0) }, shared: {} }))
  }

  keep(stage: number, state: () => SearchState): void {
    if (!this.checkpoints.due()) return
    const { features, graphs, repeated, unrelated } = this.graphs!
    const { rows, shared } = state()
    const place = (name: string) => this.names.indexOf(name)
    this.checkpoints.save(this.about, {
      iteration: stage + 1,
      shared: {
        ...shared,
        features: Float64Array.of(features.columns),
        repeated: Float64Array.from(repeated.flat(), place),
        unrelated: Float64Array.from(unrelated, (view) => Number(view.unrelated)),
      },
      rows: concatenateColumns([features, rows]),
      lists: graphs.slice(1).map(({ graph }) => graph),
    })
  }
}

function graphsFrom({ rows, shared, lists }: SavedFit, names: readonly string[]): KeptGraphs {
  const [union, joint] = lists!
  const { repeated } = shared
  return {
    features: columnsOf(rows, 0, shared.features[0]),
    graphs: namedGraphs(union, joint),
    repeated: Array.from({ length: repeated.length / 2 }, (_, p) => [
      names[repeated[2 * p]],
      names[repeated[2 * p + 1]],
    ]),
    unrelated: names.map((name, v) => ({ name, unrelated: shared.unrelated[v] === 1 })),
  }
}

function stateFrom({ iteration, rows, shared }: SavedFit): SearchStages['kept'] {
  if (iteration === 1) return null
  return { stage: iteration - 1, rows: columnsOf(rows, shared.features[0], rows.columns), shared }
}

/** What must be the same in a fit that goes on: the settings, the views, and by their order the samples. */
function taskText({ clusters, options, random }: Task, { views, order }: CanonicalViews): string {
  const shapes = views.map(({ name, data }) => [name, data.columns])
  let samples = 0
  for (const sample of order.samples) samples = (Math.imul(samples, 31) + sample) | 0
  return JSON.stringify({ method: 'consensus', clusters, options, random: random.save(), views: shapes, samples })
}
