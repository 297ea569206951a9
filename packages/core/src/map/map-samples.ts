import { findNeighbours } from '../graph/find-neighbours.ts'
import { neighbourGraph } from '../graph/neighbour-graph.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { mapSteps } from '../steps.ts'
import { layOutGraph } from './lay-out-graph.ts'
import { lieDown } from './lie-down.ts'
import { principalScores } from './principal-scores.ts'

/** Neighbours of each sample that the map tries to keep. */
const NEIGHBOURS = 15

/**
 * A map of n samples in the plane (n×2) in which samples that are close in `embedding` (n×p) lie close together,
 * widest from left to right. Starts from the two leading principal components. About O(n) after the neighbours are found.
 */
export function* mapSamples(kernels: Kernels, embedding: Matrix, random: Random): Generator<Progress, Matrix> {
  const mark = kernels.mark()
  const neighbours = yield* findNeighbours(kernels, embedding, NEIGHBOURS, random.split(0))
  const start = yield* principalScores(kernels, embedding, 2, random.split(1))
  kernels.release(mark)
  const layout = layOutGraph(neighbourGraph(neighbours, embedding.rows), start, { random: random.split(2) })
  return lieDown(
    yield* mapSteps(layout, (share) => ({ stage: 'map', iteration: Math.round(share * 1000), total: 1000 })),
  )
}
