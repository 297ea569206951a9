import { concatenateColumns } from '../../data/scale.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { neighbourGraph } from '../../graph/neighbour-graph.ts'
import { placedNeighbours } from '../../graph/placed-neighbours.ts'
import { sumGraphs } from '../../graph/sum-graphs.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import { jointNeighbours } from './joint-neighbours.ts'
import type { ReadyView } from './ready-views.ts'
import { repeatedViews } from './repeated-views.ts'
import { unrelatedViews } from './unrelated-views.ts'

/** A neighbour graph of the samples under a name that results use. */
export interface NamedGraph {
  name: 'both' | 'union' | 'joint'
  graph: SparseMatrix
}

/** What the views say about the samples, ready to be clustered; over ranks, about the rank's own samples in canonical order. */
export interface ViewGraphs {
  /** n×n, own rows over ranks. `union`: a link in any view; `joint`: close in all views together; `both`: their sum. */
  graphs: NamedGraph[]
  /** The scores of each view (n×r_v). */
  scores: Matrix[]
  /** For each view which samples have it; null: all. */
  present: (Uint8Array | null)[]
  /** n×Σ r_v: the scores side by side, rows of unit length where every view has them. */
  features: Matrix
  /** Names of views that repeat each other, two and two. */
  repeated: string[][]
  /** One a view: its name and whether it has no more neighbours in common with any other view than chance would give. */
  unrelated: { name: string; unrelated: boolean }[]
}

/** The three graphs of `ViewGraphs` from two of them. */
export function namedGraphs(union: SparseMatrix, joint: SparseMatrix): NamedGraph[] {
  return [
    { name: 'both', graph: sumGraphs([union, joint], [1, 1]) },
    { name: 'union', graph: union },
    { name: 'joint', graph: joint },
  ]
}

/**
 * Builds the three graphs of views, none of them constant. A view's graph links the samples that have it; where samples lack views the joint
 * graph goes by the views that two samples share. With `shareRepeated` views that repeat each other share one weight. Ranks give and get what is of their own samples, the same bytes as in
 * one process.
 * O(n²·r) up to the limit of exact neighbours.
 */
export function* viewGraphs(
  kernels: Kernels,
  views: readonly ReadyView[],
  neighbours: number,
  random: Random,
  shareRepeated = true,
  communicator: Communicator = oneProcess,
): Generator<Progress, ViewGraphs> {
  const scores = views.map(({ ready }) => ready.scores)
  const present = views.map(({ ready }) => ready.present)
  const found: PlacedNeighbours[] = []
  for (const v of views.keys())
    found.push(yield* placedNeighbours(communicator, kernels, scores[v], present[v], neighbours, random.split(v, 1)))
  const samples = rowsOnRanks(communicator, scores[0].rows).total
  const unrelated = unrelatedViews(found, samples, communicator)
  const groups = shareRepeated ? repeatedViews(found, samples, communicator) : views.map((_, v) => v)
  const weights = views.map(({ weight }, v) => weight / groups.filter((group) => group === groups[v]).length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const union = sumGraphs(
    found.map((view) => neighbourGraph(view.neighbours, samples, view.place, communicator)),
    weights.map((weight) => weight / total),
  )
  const features = sideBySide(scores, present, weights)
  const searchRandom = random.split(views.length, 1)
  let joint: SparseMatrix
  if (views.some((view) => view.present)) {
    const shared = { blocks: scores, present, weights }
    const near = jointNeighbours(communicator, kernels, shared, features, found, neighbours, searchRandom)
    joint = neighbourGraph(yield* near, samples, undefined, communicator)
  } else {
    const anywhere = Uint8Array.from(present[0], (_, i) => Number(present.some((view) => view[i] === 1)))
    const near = yield* placedNeighbours(communicator, kernels, features, anywhere, neighbours, searchRandom)
    joint = neighbourGraph(near.neighbours, samples, near.place, communicator)
  }
  return {
    scores,
    present: views.map((view) => view.present),
    features,
    repeated: views
      .map((_, v) => v)
      .filter((v) => groups[v] !== v)
      .map((v) => [views[groups[v]].name, views[v].name].sort()),
    unrelated: views.map(({ name }, v) => ({ name, unrelated: unrelated[v] })),
    graphs: namedGraphs(union, joint),
  }
}

/** The scores of all views, each by the root of its weight, divided by the root of the weights of the views where the sample is present. */
function sideBySide(scores: readonly Matrix[], present: readonly Uint8Array[], weights: readonly number[]): Matrix {
  const result = concatenateColumns(scores)
  for (let i = 0; i < result.rows; i++) {
    const total = weights.reduce((sum, weight, v) => sum + weight * present[v][i], 0)
    let place = i * result.columns
    scores.forEach(({ columns }, v) => {
      const factor = total > 0 ? Math.sqrt(weights[v] / total) : 0
      for (let c = 0; c < columns; c++) result.data[place++] *= factor
    })
  }
  return result
}
