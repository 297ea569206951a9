import type { ViewKind } from '../../data/treatments.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { neighbourGraph } from '../../graph/neighbour-graph.ts'
import { placedNeighbours } from '../../graph/placed-neighbours.ts'
import { sharedPoints } from '../../graph/shared-points.ts'
import { sumGraphs } from '../../graph/sum-graphs.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import { commonNeighbours } from './common-neighbours.ts'
import { jointNeighbours } from './joint-neighbours.ts'
import { type NearDuplicate, nearDuplicates } from './near-duplicates.ts'
import { outlierScores } from './outlier-scores.ts'
import type { ReadyView } from './ready-views.ts'
import { repeatedViews } from './repeated-views.ts'
import { unrelatedViews } from './unrelated-views.ts'

/** A neighbour graph of the samples under a name that results use. */
export interface NamedGraph {
  name: 'both' | 'union' | 'joint'
  graph: SparseMatrix
}

/** Views that were made ready for distances; over ranks, the rank's own samples in canonical order. */
export interface ScoredViews {
  /** The scores of each view (n×r_v). */
  scores: readonly Matrix[]
  /** More of them, 100 at most, for the refinement. */
  wide: readonly Matrix[]
  /** For each view 1 where the sample has something to say in it. */
  speaking: readonly Uint8Array[]
  /** How much each view counts; views that repeat each other share one weight, and noise has none. */
  weights: readonly number[]
  /** True where samples lack views. */
  incomplete: boolean
}

/** What the views say about the samples, ready to be clustered; over ranks, about the rank's own samples in canonical order. */
export interface ViewGraphs extends ScoredViews {
  /** n×n, own rows over ranks. `union`: a link in any view; `joint`: close in all views together; `both`: their sum. */
  graphs: NamedGraph[]
  /** Neighbours of each sample in them. */
  neighbours: number
  /** For each view which samples have it; null: all. */
  present: (Uint8Array | null)[]
  /** n×Σ r_v: the scores side by side, rows of unit length where every view has them. */
  features: Matrix
  /** Views that were taken for scores or omics without being told. */
  recognised: { name: string; kind: ViewKind }[]
  /** Names of views that repeat each other, two and two. */
  repeated: string[][]
  /** How unlike all others each sample is: see `outlierScores`. */
  outliers: Float64Array
  /** Samples that nearly or wholly coincide, of all ranks. */
  duplicates: NearDuplicate[]
  /** One a view: its name and whether it has no more neighbours in common with any other view than chance would give. */
  unrelated: { name: string; unrelated: boolean }[]
}

/** The three graphs of `ViewGraphs` from two of them and their sum. */
export function namedGraphs(union: SparseMatrix, joint: SparseMatrix, both: SparseMatrix): NamedGraph[] {
  return [
    { name: 'both', graph: both },
    { name: 'union', graph: union },
    { name: 'joint', graph: joint },
  ]
}

/**
 * Builds the three graphs of views, none of them constant. A view's graph links the samples that have it; where samples lack views the joint
 * graph goes by the views that two samples share. With `weigh` views that repeat each other share one weight, and one that has nothing in common with the others, which have, and is noise by itself has none. Ranks give and get what is of their own samples, the same bytes as in
 * one process.
 * O(n²·r) up to the limit of exact neighbours.
 */
export function* viewGraphs(
  kernels: Kernels,
  views: readonly ReadyView[],
  neighbours: number,
  random: Random,
  weigh = true,
  communicator: Communicator = oneProcess,
  given: readonly (PlacedNeighbours | null)[] = [],
): Generator<Progress, ViewGraphs> {
  const scores = views.map(({ ready }) => ready.scores)
  const speaking = views.map(({ ready }) => ready.present)
  const found = yield* neighboursWithin(kernels, scores, speaking, neighbours, random, communicator, given)
  const samples = rowsOnRanks(communicator, scores[0].rows).total
  const common = yield* commonNeighbours(found, samples, communicator, kernels.device)
  const unrelated = unrelatedViews(views.length, common)
  const groups = repeatedViews(views.length, weigh ? common : [])
  const weights: number[] = []
  for (const [v, { weight }] of views.entries()) {
    // Where no two views have anything in common, none of them can be told from the others.
    const isAlone = weigh && unrelated[v] && unrelated.includes(false)
    weights.push(isAlone ? 0 : weight / groups.filter((group) => group === groups[v]).length)
  }
  const weighing = weighingViews(weights)
  const wide = views.map(({ ready }) => ready.wide)
  const judged = views.map(({ ready, sketch }) => ({ ...ready, sketch: sketch ?? null, speaking: ready.present }))
  const scored = { scores, wide, speaking, weights, incomplete: views.some((view) => view.present) }
  // All views together are the one view that there is.
  const alone = views.length === 1 && given[0] ? found[0] : undefined
  return {
    ...scored,
    ...(yield* linkViews(
      kernels,
      scored,
      sideBySide(scores, speaking, weights),
      found,
      neighbours,
      random,
      communicator,
      alone,
    )),
    neighbours,
    present: views.map((view) => view.present),
    outliers: yield* outlierScores(kernels, weighing(judged), weighing(found), random.split(0, 3), communicator),
    duplicates: yield* nearDuplicates(kernels, judged, found, communicator),
    recognised: views.flatMap(({ name, ready: { kind }, told }) =>
      told || kind === 'words' || kind === 'measurements' || kind === 'constant' ? [] : [{ name, kind }],
    ),
    repeated: views
      .map((_, v) => v)
      .filter((v) => groups[v] !== v)
      .map((v) => [views[groups[v]].name, views[v].name].sort()),
    unrelated: views.map(({ name }, v) => ({ name, unrelated: unrelated[v] })),
  }
}

/** The nearest neighbours of each sample within each view, but for those that are `given`. */
export function* neighboursWithin(
  kernels: Kernels,
  scores: readonly Matrix[],
  speaking: readonly Uint8Array[],
  neighbours: number,
  random: Random,
  communicator: Communicator = oneProcess,
  given: readonly (PlacedNeighbours | null)[] = [],
): Generator<Progress, PlacedNeighbours[]> {
  const found: PlacedNeighbours[] = []
  for (const [v, points] of scores.entries()) {
    const search = placedNeighbours(communicator, kernels, points, speaking[v], neighbours, random.split(v, 1))
    found.push(given[v] ?? (yield* search))
  }
  return found
}

/** The three graphs of scored views whose neighbours are found, by them and by the features, `sideBySide`; views of weight 0 link nobody. Scores are needed only where samples lack views. `together` are the neighbours by all views, where they are known. */
export function* linkViews(
  kernels: Kernels,
  views: ScoredViews,
  features: Matrix,
  foundInAll: readonly PlacedNeighbours[],
  neighbours: number,
  random: Random,
  communicator: Communicator = oneProcess,
  together?: PlacedNeighbours,
): Generator<Progress, Pick<ViewGraphs, 'graphs' | 'features'>> {
  const weighing = weighingViews(views.weights)
  const weights = weighing(views.weights)
  const speaking = weighing(views.speaking)
  const found = weighing(foundInAll)
  const samples = rowsOnRanks(communicator, features.rows).total
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const graphs: SparseMatrix[] = []
  const turn = { stage: 'graphs', iteration: 1, total: 1 }
  const device = kernels.device && samples > kernels.device.many ? kernels.device : null
  const graphOf = function* ({ neighbours, place }: PlacedNeighbours): Generator<Progress, SparseMatrix> {
    if (device && place.length === samples) return yield* device.neighbourGraph(neighbours)
    return neighbourGraph(kernels, neighbours, samples, place, communicator)
  }
  const sumOf = function* (
    some: readonly SparseMatrix[],
    shares: readonly number[],
  ): Generator<Progress, SparseMatrix> {
    return device ? yield* device.sumGraphs(some, shares) : sumGraphs(kernels, some, shares)
  }
  for (const view of found) {
    graphs.push(yield* graphOf(view))
    yield turn
  }
  const union = yield* sumOf(
    graphs,
    weights.map((weight) => weight / total),
  )
  graphs.length = 0
  yield turn
  const searchRandom = random.split(foundInAll.length, 1)
  let joint: SparseMatrix
  if (views.incomplete) {
    const shared = sharedPoints(kernels, { blocks: weighing(views.scores), present: speaking, weights }, communicator)
    const near = jointNeighbours(communicator, kernels, shared, features, found, neighbours, searchRandom)
    joint = neighbourGraph(kernels, yield* near, samples, undefined, communicator)
  } else {
    const anywhere = Uint8Array.from(speaking[0], (_, i) => Number(speaking.some((view) => view[i] === 1)))
    joint = yield* graphOf(
      together ?? (yield* placedNeighbours(communicator, kernels, features, anywhere, neighbours, searchRandom)),
    )
  }
  yield turn
  const named = namedGraphs(union, joint, yield* sumOf([union, joint], [1, 1]))
  yield turn
  return { features, graphs: named }
}

/** A function that leaves out what is of views of weight 0. */
function weighingViews(weights: readonly number[]) {
  return <T>(ofViews: readonly T[]): T[] => ofViews.filter((_, v) => weights[v] > 0)
}

/** The scores of all views that weigh something, each by the root of its weight, divided by the root of the weights of the views where the sample is present. */
export function sideBySide(
  scores: readonly Matrix[],
  present: readonly Uint8Array[],
  weights: readonly number[],
): Matrix {
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
