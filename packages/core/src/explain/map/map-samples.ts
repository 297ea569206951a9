import { findNeighbours } from '../../graphs/find-neighbours.ts'
import { neighbourGraph } from '../../graphs/neighbour-graph.ts'
import type { Neighbours } from '../../graphs/neighbour-lists.ts'
import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../numerics/linalg/take-rows.ts'
import type { Random } from '../../numerics/random/random.ts'
import type { KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Progress } from '../../runtime/progress.ts'
import { singleProcess } from '../../runtime/ranks/single-process.ts'
import { mapProgress } from '../../runtime/steps.ts'
import { principalScores } from './principal-scores.ts'
import { rotateToWidest } from './rotate-to-widest.ts'

/** Samples in the plane, and how far to believe it. */
export interface SampleMap {
  /** n×2. */
  places: Matrix
  /** How far samples near each other on the map are near in the data, 0 … 1: see `mapTrust`. */
  trust: number
}

/** Neighbours of each sample that the map tries to keep. */
export const NEAR_ON_MAP = 15
/** Passes over the edges where the start is a map already. */
const FROM_A_MAP = 60
/** Samples of which the trust is measured. */
const TRUST_SAMPLES = 1000

/** What is known of the samples before they are mapped. */
interface Known {
  /** A map of the same samples (n×2). */
  start: Matrix
  /** The 15 nearest of each sample in the embedding. */
  neighbours: Neighbours
}

/**
 * A map of n samples in the plane in which samples that are close in `embedding` (n×p) lie close together. Starts from the two leading principal
 * components and is turned to be widest from left to right; with `known` it begins at that map and keeps its direction, so that the two can be
 * compared. About O(n) after the neighbours are found.
 */
export function* mapSamples(
  kernels: Kernels,
  embedding: Matrix,
  random: Random,
  known?: Known,
): Generator<Progress, SampleMap> {
  const mark = kernels.mark()
  const neighbours =
    known?.neighbours ??
    (yield* findNeighbours({ kernels, device: null }, embedding, NEAR_ON_MAP, random.split(0), singleProcess))
  const begin = known?.start ?? (yield* principalScores(kernels, embedding, 2, random.split(1)))
  kernels.release(mark)
  const graph = neighbourGraph(kernels, neighbours, embedding.rows, singleProcess)
  const layout = layOutGraph(kernels, graph, begin, {
    random: random.split(2),
    ...(known ? { epochs: FROM_A_MAP } : {}),
  })
  const layoutPlaces = yield* mapProgress(layout, (share) => ({
    stage: 'map',
    iteration: Math.round(share * 1000),
    total: 1000,
  }))
  const places = known ? layoutPlaces : rotateToWidest(layoutPlaces)
  return { places, trust: mapTrust(kernels, embedding, places, random.split(3)) }
}

/**
 * How far to believe that samples near each other at `places` (n×2) are near in the data (`points`, n×p), by their ranks among 1,000 sampled ones: 2T − 1 of the trustworthiness T of Venna and Kaski (Neighborhood preservation
 * in nonlinear projection methods, ICANN 2001) for 15 neighbours. 1 where every neighbour on the map is one in the data, 0 where places have nothing to do with the data, never below 0. O(1,000² · p).
 */
export function mapTrust(kernels: Kernels, points: Matrix, places: Matrix, random: Random): number {
  const rows = random.permutation(points.rows).subarray(0, TRUST_SAMPLES).sort()
  const count = rows.length
  const near = Math.min(NEAR_ON_MAP, (count - 1) >> 1)
  if (near < 1) return 1
  const mark = kernels.mark()
  const data = kernels.copyIn(takeRows(points, rows).data)
  const map = kernels.copyIn(takeRows(places, rows).data)
  const ranges = workRanges(count, 1, count * points.columns)
  const counts = kernels.share(
    'countIntruders',
    ranges.map((range) => [data.pointer, points.columns, map.pointer, count, near, ...range]),
    5 * near,
  )
  const beyond = counts.subarray(0, ranges.length).reduce((sum, part) => sum + part, 0)
  kernels.release(mark)
  return Math.max(0, 1 - (4 * beyond) / (count * near * (2 * count - 3 * near - 1)))
}

export interface LayoutOptions {
  random: Random
  /** Passes over the edges, default 100. */
  epochs?: number
}

/** How far the first pass goes along its forces; the last one hardly moves anything. */
const LARGEST_RATE = 0.25
/** Multiplications of an edge in a pass, roughly. */
const EDGE_WORK = 50

/**
 * Places n samples in the plane so that neighbours of a weighted graph lie close together: neighbours attract in proportion to
 * their weight, random others repel (the layout of UMAP, McInnes et al. 2018, with the exponent 1 that needs no power function).
 * `start` is n×2, for example the first two principal components; the graph is symmetric and no sample is its own neighbour. Yields the share done; O(edges · epochs).
 */
export function* layOutGraph(
  kernels: Kernels,
  graph: SparseMatrix,
  start: Matrix,
  options: LayoutOptions,
): Generator<number, Matrix> {
  const { random, epochs = 100 } = options
  const n = graph.rows
  const begin = spread(start, random)
  let heaviest = 0
  for (const weight of graph.values) heaviest = Math.max(heaviest, weight)
  if (heaviest === 0 || n < 2) return matrix(n, 2, begin)

  const mark = kernels.mark()
  let [from, to] = [kernels.copyIn(begin), kernels.allocate(begin.length)]
  const pointers = kernels.copyWhole(graph.pointers)
  const indices = kernels.copyWhole(graph.indices)
  // An edge of half the largest weight acts in every second epoch.
  const periods = graph.values.map((weight) => heaviest / weight)
  const [period, due] = [kernels.copyIn(periods), kernels.copyIn(periods)]
  const edges = [n, pointers.pointer, indices.pointer, period.pointer, due.pointer] as const
  const ranges = workRanges(n, 1, (EDGE_WORK * graph.values.length) / n)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const pass = [epoch, LARGEST_RATE * (1 - (epoch - 1) / epochs), random.integer()] as const
    kernels.share(
      'layOutRows',
      ranges.map((range): KernelCall<'layOutRows'> => [from.pointer, to.pointer, ...range, ...edges, ...pass]),
    )
    ;[from, to] = [to, from]
    yield epoch / epochs
  }
  const places = matrix(n, 2, from.f64.slice())
  kernels.release(mark)
  return places
}

/** The start centred, at most 10 units from the middle, with a little noise so that equal samples can part. */
function spread(start: Matrix, random: Random): Float64Array {
  const { rows, columns, data } = start
  const place = new Float64Array(rows * 2)
  for (let axis = 0; axis < Math.min(2, columns); axis++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += data[i * columns + axis] / rows
    for (let i = 0; i < rows; i++) place[2 * i + axis] = data[i * columns + axis] - mean
  }
  let farthest = 0
  for (const value of place) farthest = Math.max(farthest, Math.abs(value))
  for (let i = 0; i < place.length; i++)
    place[i] = (farthest > 0 ? (10 * place[i]) / farthest : 0) + 1e-3 * (random.uniform() - 0.5)
  return place
}
