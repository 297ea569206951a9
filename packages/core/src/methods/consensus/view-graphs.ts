import type { NamedMatrix } from '../../data/prepare-views.ts'
import { preprocessView } from '../../data/preprocess-view.ts'
import { concatenateColumns } from '../../data/scale.ts'
import { takeRows } from '../../data/take-rows.ts'
import { findNeighbours } from '../../graph/find-neighbours.ts'
import { neighbourGraph } from '../../graph/neighbour-graph.ts'
import { sumGraphs } from '../../graph/sum-graphs.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Progress } from '../method.ts'

/** A neighbour graph of the samples under a name that results use. */
export interface NamedGraph {
  name: 'both' | 'union' | 'joint'
  graph: SparseMatrix
}

/** What the views say about the samples, ready to be clustered. */
export interface ViewGraphs {
  /** `union`: a link in any view; `joint`: close in all views together; `both`: their sum. */
  graphs: NamedGraph[]
  /** One graph a view that varies, in the order of `used`. */
  viewGraphs: SparseMatrix[]
  /** The scores of those views (n×r_v each). */
  scores: Matrix[]
  /** Positions of the views that vary and have a weight above 0. */
  used: number[]
  /** n×Σ r_v: the scores side by side, unit rows. */
  features: Matrix
  /** Positions of the views that are constant. */
  constant: number[]
}

/** Preprocesses every view and builds the three graphs. `weights` holds one number ≥ 0 a view. O(n²·r) up to the limit of exact neighbours. */
export function* viewGraphs(
  views: readonly NamedMatrix[],
  weights: readonly number[],
  neighbours: number,
  random: Random,
  kernels: Kernels,
): Generator<Progress, ViewGraphs> {
  const samples = views[0].data.rows
  const result = {
    viewGraphs: [] as SparseMatrix[],
    scores: [] as Matrix[],
    used: [] as number[],
    constant: [] as number[],
  }
  const blocks: Matrix[] = []
  const anywhere = new Uint8Array(samples)
  for (const [v, { data }] of views.entries()) {
    if (weights[v] === 0) continue
    const { scores, present, kind } = yield* preprocessView(kernels, data, random.split(v))
    yield { stage: 'views', iteration: v + 1, total: views.length }
    if (kind === 'constant') {
      result.constant.push(v)
      continue
    }
    result.used.push(v)
    result.scores.push(scores)
    result.viewGraphs.push(yield* graphOf(scores, present, neighbours, random.split(v, 1), kernels))
    for (let i = 0; i < samples; i++) anywhere[i] |= present[i]
    blocks.push(scaled(scores, Math.sqrt(weights[v])))
  }
  const features = blocks.length > 0 ? unitOrZeroRows(concatenateColumns(blocks)) : matrix(samples, 0)
  const total = result.used.reduce((sum, v) => sum + weights[v], 0)
  const graphs: NamedGraph[] = []
  if (blocks.length > 0) {
    const union = sumGraphs(
      result.viewGraphs,
      result.used.map((v) => weights[v] / total),
    )
    const joint = yield* graphOf(features, anywhere, neighbours, random.split(views.length, 1), kernels)
    graphs.push(
      { name: 'both', graph: sumGraphs([union, joint], [1, 1]) },
      { name: 'union', graph: union },
      { name: 'joint', graph: joint },
    )
  }
  return { ...result, features, graphs }
}

function* graphOf(
  points: Matrix,
  present: Uint8Array,
  neighbours: number,
  random: Random,
  kernels: Kernels,
): Generator<Progress, SparseMatrix> {
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  const some = place.length === points.rows ? points : takeRows(points, place)
  const found = yield* findNeighbours(kernels, some, neighbours, random)
  return neighbourGraph(found, points.rows, place)
}

function scaled(a: Matrix, factor: number): Matrix {
  return factor === 1
    ? a
    : matrix(
        a.rows,
        a.columns,
        a.data.map((value) => value * factor),
      )
}

/** Rows of unit length; rows shorter than 1e-12 become zero. */
export function unitOrZeroRows(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++) {
    let square = 0
    for (let p = i * a.columns; p < (i + 1) * a.columns; p++) square += a.data[p] * a.data[p]
    const length = Math.sqrt(square)
    if (length < 1e-12) continue
    for (let p = i * a.columns; p < (i + 1) * a.columns; p++) result.data[p] = a.data[p] / length
  }
  return result
}
