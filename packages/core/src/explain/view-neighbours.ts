import { findNeighbours } from '../graphs/find-neighbours.ts'
import type { Neighbours } from '../graphs/neighbour-lists.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { ViewScores } from './view-scores.ts'

/** The `count` nearest neighbours of every sample in each view, among the samples that have it; null where a view tells nothing. */
export function* viewNeighbours(
  kernels: Kernels,
  views: readonly ViewScores[],
  count: number,
  random: Random,
): Generator<Progress, (Neighbours | null)[]> {
  const found: (Neighbours | null)[] = []
  for (const [v, { scores }] of views.entries()) {
    const speaks = scores.columns > 0 && scores.rows > 0
    found.push(
      speaks
        ? yield* findNeighbours({ kernels, device: null }, scores, count, random.split(v, 1), singleProcess)
        : null,
    )
    yield { stage: 'neighbours', iteration: v + 1, total: views.length }
  }
  return found
}

/** The `count` nearest of longer lists, which are as they are where they have no more. */
export function nearestOf(neighbours: Neighbours, count: number): Neighbours {
  const { samples, count: known, indices, squaredDistances } = neighbours
  if (known <= count) return neighbours
  const kept = {
    samples,
    count,
    indices: new Int32Array(samples * count),
    squaredDistances: new Float64Array(samples * count),
  }
  for (let i = 0; i < samples; i++) {
    kept.indices.set(indices.subarray(i * known, i * known + count), i * count)
    kept.squaredDistances.set(squaredDistances.subarray(i * known, i * known + count), i * count)
  }
  return kept
}
