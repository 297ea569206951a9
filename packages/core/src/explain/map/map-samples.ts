import { findNeighbours } from '../../graphs/find-neighbours.ts'
import { neighbourGraph } from '../../graphs/neighbour-graph.ts'
import type { Neighbours } from '../../graphs/neighbour-lists.ts'
import type { Matrix } from '../../numerics/linalg/matrix.ts'
import type { Random } from '../../numerics/random/random.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { singleProcess } from '../../runtime/ranks/single-process.ts'
import { mapProgress } from '../../runtime/steps.ts'
import { layOutGraph } from './lay-out-graph.ts'
import { mapTrust } from './map-trust.ts'
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
  const found = yield* mapProgress(layout, (share) => ({
    stage: 'map',
    iteration: Math.round(share * 1000),
    total: 1000,
  }))
  const places = known ? found : rotateToWidest(found)
  return { places, trust: mapTrust(kernels, embedding, places, random.split(3)) }
}
