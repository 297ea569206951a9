import { assignToCentres } from '../numerics/kmeans/assign-to-centres.ts'
import { kmeans } from '../numerics/kmeans/kmeans.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Processors } from '../runtime/runtime.ts'
import { mapProgress } from '../runtime/steps.ts'

/** Groups that samples are ordered by: each then is small beside the memory that is near a processor. */
const GROUPS = 64
/** Samples that the groups are found among, and steps of k-means. */
const DRAWN = 4096
const STEPS = 3

/** Orders samples so that most neighbours are near each other in memory, by the nearest of 64 means of some samples that are drawn, in the features (n×d). O(n·d). */
export function* orderForMemory(
  processors: Processors,
  features: Matrix,
  random: Random,
): Generator<Progress, Uint32Array> {
  const { rows } = features
  const drawn = takeRows(features, random.permutation(rows).subarray(0, DRAWN))
  const clusters = Math.min(GROUPS, drawn.rows)
  const { centres } = kmeans(processors.kernels, drawn, { clusters, random, restarts: 1, maxIterations: STEPS })
  const assigning = assignToCentres(processors, features, [{ centres, first: 0 }])
  const [nearest] = yield* mapProgress(assigning, (iteration) => ({ stage: 'eigenvectors', iteration, total: rows }))
  // Numbers are sorted many times faster than by a comparison: each holds the group and then the sample.
  return Uint32Array.from(Float64Array.from(nearest, (group, i) => group * rows + i).sort(), (key) => key % rows)
}
