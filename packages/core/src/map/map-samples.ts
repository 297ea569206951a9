import { findNeighbours } from '../graph/find-neighbours.ts'
import { neighbourGraph } from '../graph/neighbour-graph.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { randomisedSvd } from '../linalg/randomised-svd.ts'
import { shiftedOperator } from '../linalg/shifted-operator.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { layOutGraph } from './lay-out-graph.ts'
import { lieDown } from './lie-down.ts'

/** Neighbours of each sample that the map tries to keep. */
const NEIGHBOURS = 15

/**
 * A map of n samples in the plane (n×2) in which samples that are close in `embedding` (n×p) lie close together,
 * widest from left to right. Starts from the two leading principal components. About O(n) after the neighbours are found.
 */
export function* mapSamples(kernels: Kernels, embedding: Matrix, random: Random): Generator<Progress, Matrix> {
  const mark = kernels.mark()
  const neighbours = yield* findNeighbours(kernels, embedding, NEIGHBOURS, random.split(0))
  const start = yield* principalPlane(kernels, embedding, random.split(1))
  kernels.release(mark)
  const layout = layOutGraph(neighbourGraph(neighbours, embedding.rows), start, { random: random.split(2) })
  for (;;) {
    const step = layout.next()
    if (step.done) return lieDown(step.value)
    yield { stage: 'map', iteration: Math.round(step.value * 1000), total: 1000 }
  }
}

function* principalPlane(kernels: Kernels, points: Matrix, random: Random): Generator<Progress, Matrix> {
  const { rows, columns, data } = points
  if (rows < 3 || columns < 2) return points
  const mean = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) mean[j] += data[i * columns + j] / rows
  const centred = shiftedOperator(new ResidentMatrix(kernels, points), mean, new Float64Array(rows).fill(1))
  const { u, s } = yield* randomisedSvd(kernels, centred, 2, random)
  const plane = matrix(rows, 2)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < Math.min(2, s.length); j++) plane.data[2 * i + j] = u.data[i * u.columns + j] * s[j]
  return plane
}
