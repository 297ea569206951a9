import type { NamedMatrix } from '../../data/prepare-views.ts'
import { preprocessView } from '../../data/preprocess-view.ts'
import { concatenateColumns } from '../../data/scale.ts'
import { takeRows } from '../../data/take-rows.ts'
import { findNeighbours } from '../../graph/find-neighbours.ts'
import { neighbourGraph } from '../../graph/neighbour-graph.ts'
import { sumGraphs } from '../../graph/sum-graphs.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Progress } from '../method.ts'

/** A neighbour graph of the samples under a name that results use. */
export interface NamedGraph {
  name: 'both' | 'union' | 'joint'
  graph: SparseMatrix
}

/** A view with how much it counts, above 0. */
export interface WeighedView extends NamedMatrix {
  readonly weight: number
}

/** What the views say about the samples, ready to be clustered. */
export interface ViewGraphs {
  /** `union`: a link in any view; `joint`: close in all views together; `both`: their sum. */
  graphs: NamedGraph[]
  /** The scores of each view (n×r_v). */
  scores: Matrix[]
  /** n×Σ r_v: the scores side by side, rows of unit length where every view has them. */
  features: Matrix
}

/** Preprocesses every view, none of them constant, and builds the three graphs. O(n²·r) up to the limit of exact neighbours. */
export function* viewGraphs(
  kernels: Kernels,
  views: readonly WeighedView[],
  neighbours: number,
  random: Random,
): Generator<Progress, ViewGraphs> {
  const samples = views[0].data.rows
  const scores: Matrix[] = []
  const graphs: SparseMatrix[] = []
  const present: Uint8Array[] = []
  for (const [v, { data }] of views.entries()) {
    const found = yield* preprocessView(kernels, data, random.split(v))
    yield { stage: 'views', iteration: v + 1, total: views.length }
    scores.push(found.scores)
    present.push(found.present)
    graphs.push(yield* graphOf(kernels, found.scores, found.present, neighbours, random.split(v, 1)))
  }
  const total = views.reduce((sum, { weight }) => sum + weight, 0)
  const features = sideBySide(scores, present, views)
  const union = sumGraphs(
    graphs,
    views.map(({ weight }) => weight / total),
  )
  const anywhere = Uint8Array.from({ length: samples }, (_, i) => Number(present.some((view) => view[i] === 1)))
  const joint = yield* graphOf(kernels, features, anywhere, neighbours, random.split(views.length, 1))
  return {
    scores,
    features,
    graphs: [
      { name: 'both', graph: sumGraphs([union, joint], [1, 1]) },
      { name: 'union', graph: union },
      { name: 'joint', graph: joint },
    ],
  }
}

function* graphOf(
  kernels: Kernels,
  points: Matrix,
  present: Uint8Array,
  neighbours: number,
  random: Random,
): Generator<Progress, SparseMatrix> {
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  const some = place.length === points.rows ? points : takeRows(points, place)
  const found = yield* findNeighbours(kernels, some, neighbours, random)
  return neighbourGraph(found, points.rows, place)
}

/** The scores of all views, each by the root of its weight, divided by the root of the weights of the views where the sample is present. */
function sideBySide(scores: readonly Matrix[], present: readonly Uint8Array[], views: readonly WeighedView[]): Matrix {
  const result = concatenateColumns(scores)
  for (let i = 0; i < result.rows; i++) {
    const total = views.reduce((sum, { weight }, v) => sum + weight * present[v][i], 0)
    let place = i * result.columns
    scores.forEach(({ columns }, v) => {
      const factor = total > 0 ? Math.sqrt(views[v].weight / total) : 0
      for (let c = 0; c < columns; c++) result.data[place++] *= factor
    })
  }
  return result
}
