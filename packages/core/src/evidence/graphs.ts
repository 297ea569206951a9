import { approximateSharedNeighbours, type PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { EXACT_UP_TO, placedNeighbours } from '../graphs/find-neighbours.ts'
import { neighbourGraph } from '../graphs/neighbour-graph.ts'
import type { Neighbours } from '../graphs/neighbour-lists.ts'
import { sharedNeighbours } from '../graphs/shared-neighbours.ts'
import { sharedPoints } from '../graphs/shared-points.ts'
import { sumGraphs } from '../graphs/sum-graphs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'

/** A neighbour graph of the samples (own×n) under a name that results use. `union`: a link in any view; `joint`: close in all views together; `both`: their sum. */
export interface NamedGraph {
  readonly name: 'both' | 'union' | 'joint'
  readonly graph: SparseMatrix
}

/** Views as they are linked; rows and marks are those of this process's samples. */
export interface LinkedViews {
  /** The scores of each view (own×r). */
  readonly scores: readonly Matrix[]
  /** For each view 1 where a sample has something to say in it. */
  readonly present: readonly Uint8Array[]
  /** How much each view counts; one of weight 0 links nobody. */
  readonly weights: readonly number[]
  /** True where samples lack views. */
  readonly incomplete: boolean
}

/**
 * Neighbours of each sample in a graph: `most`, but no more than half of a mean cluster has samples, so that lists end inside it, nor than √n. Where the number of clusters is not known √n decides alone.
 */
export function neighbourCount(samples: number, clusters: number | null, most: number): number {
  const half = clusters === null ? samples : samples / (2 * clusters)
  return Math.min(most, Math.max(2, Math.round(Math.min(Math.sqrt(samples), half))))
}

/** Finds the nearest neighbours of each sample within each view, `draws` as in `findNeighbours`. O(n²·r) up to 20,000 samples, then about O(n·log n·r). */
export function* findNeighboursByView(
  rt: Runtime,
  samples: Samples,
  scores: readonly Matrix[],
  present: readonly Uint8Array[],
  count: number,
  draws?: number,
): Generator<Progress, PlacedNeighbours[]> {
  const neighbours: PlacedNeighbours[] = []
  for (const [v, points] of scores.entries()) {
    const random = rt.random('neighbours', v)
    neighbours.push(yield* placedNeighbours(samples.ranks, rt, points, present[v], count, random, draws))
  }
  return neighbours
}

/** Builds the graphs `both`, `union` and `joint` from the neighbours within views and the `features` of all views side by side. Where samples lack views, `joint` goes by the views that two samples share. `draws` as in `findNeighbours`. */
export function* linkSamples(
  rt: Runtime,
  samples: Samples,
  views: LinkedViews,
  features: Matrix,
  neighbours: readonly PlacedNeighbours[],
  count: number,
  draws?: number,
): Generator<Progress, NamedGraph[]> {
  const { kernels } = rt
  const counted = countedViews(views)
  const within = neighbours.filter((_, v) => views.weights[v] > 0)
  const device = rt.device && samples.total > rt.device.many ? rt.device : null
  const turn = { stage: 'graphs', iteration: 1, total: 1 }
  const graphOf = function* (lists: PlacedNeighbours): Generator<Progress, SparseMatrix> {
    const isWhole = lists.place.length === samples.total
    const graph =
      device && isWhole
        ? yield* device.neighbourGraph(lists.neighbours)
        : neighbourGraph(kernels, lists.neighbours, samples.total, samples.ranks, lists.place)
    yield turn
    return graph
  }
  const sumOf = function* (graphs: readonly SparseMatrix[], shares: readonly number[]) {
    const sum = device ? yield* device.sumGraphs(graphs, shares) : sumGraphs(kernels, graphs, shares)
    yield turn
    return sum
  }
  const graphs: SparseMatrix[] = []
  for (const lists of within) graphs.push(yield* graphOf(lists))
  const total = counted.weights.reduce((sum, weight) => sum + weight, 0)
  const union = yield* sumOf(
    graphs,
    counted.weights.map((weight) => weight / total),
  )
  graphs.length = 0
  const random = rt.random('neighbours', 'joint')
  let joint: SparseMatrix
  if (views.incomplete) {
    const near = yield* findSharedNeighbours(rt, samples, counted, features, within, count)
    joint = neighbourGraph(kernels, near, samples.total, samples.ranks)
    yield turn
  } else {
    const anywhere = counted.present[0].map((_, i) => Number(counted.present.some((marks) => marks[i] === 1)))
    joint = yield* graphOf(yield* placedNeighbours(samples.ranks, rt, features, anywhere, count, random, draws))
  }
  return namedGraphs(union, joint, yield* sumOf([union, joint], [1, 1]))
}

/** The three graphs from two of them and their sum. */
export function namedGraphs(union: SparseMatrix, joint: SparseMatrix, both: SparseMatrix): NamedGraph[] {
  return [
    { name: 'both', graph: both },
    { name: 'union', graph: union },
    { name: 'joint', graph: joint },
  ]
}

/** Places the scores of all views that count side by side (own×Σ r), each by the root of its weight, divided by the root of the weights of the views that the sample has: rows have unit length where every view's have. */
export function placeSideBySide({ scores, present, weights }: LinkedViews): Matrix {
  const { rows } = scores[0]
  const totals = new Float64Array(rows)
  for (const [v, weight] of weights.entries()) for (let i = 0; i < rows; i++) totals[i] += weight * present[v][i]
  const result = matrix(
    rows,
    scores.reduce((sum, { columns }, v) => sum + (weights[v] > 0 ? columns : 0), 0),
  )
  const { columns: width, data: to } = result
  let first = 0
  for (const [v, { columns, data }] of scores.entries()) {
    const weight = weights[v]
    if (weight === 0) continue
    for (let i = 0, p = 0; i < rows; i++) {
      const factor = totals[i] > 0 ? Math.sqrt(weight / totals[i]) : 0
      for (let q = i * width + first, end = q + columns; q < end; ) to[q++] = data[p++] * factor
    }
    first += columns
  }
  return result
}

/** The views that count. */
function countedViews({ scores, present, weights, incomplete }: LinkedViews): LinkedViews {
  const counts = <T>(_: T, v: number) => weights[v] > 0
  return {
    scores: scores.filter(counts),
    present: present.filter(counts),
    weights: weights.filter(counts),
    incomplete,
  }
}

/** The neighbours of samples that lack views, by the views that two of them share: exact up to 20,000 samples. Every process has the points of all samples for as long as the search takes, and finds the neighbours of its own. */
function* findSharedNeighbours(
  rt: Runtime,
  samples: Samples,
  views: LinkedViews,
  features: Matrix,
  within: readonly PlacedNeighbours[],
  count: number,
): Generator<Progress, Neighbours> {
  const { kernels } = rt
  const { ranks } = samples
  const local = sharedPoints(kernels, { blocks: views.scores, present: views.present, weights: views.weights }, ranks)
  const points = {
    ...local,
    blocks: local.blocks.map((block) => samples.gatherRows(block)),
    present: local.present.map((marks) => samples.gather(marks)),
  }
  if (samples.total <= EXACT_UP_TO)
    return yield* sharedNeighbours(kernels, points, count, share(samples.total, ranks.size, ranks.rank))
  const random = rt.random('neighbours', 'joint')
  return yield* approximateSharedNeighbours(kernels, points, samples.gatherRows(features), within, count, random, ranks)
}
