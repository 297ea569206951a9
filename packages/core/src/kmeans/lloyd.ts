import type { Block, Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { BoundedAssignment } from './bounded-assignment.ts'
import type { KmeansResult } from './kmeans-options.ts'
import { repairEmptyClustersInto } from './repair-empty-clusters.ts'

/**
 * Lloyd's steps from the centres of an assignment: assign, repair empty clusters, move each centre to the mean of its points (n×d, also in `block`),
 * until the labels stay or `maxIterations` steps are done. Yields after every step. Allocates and leaves the release to the caller.
 */
export function* lloyd(
  kernels: Kernels,
  block: Block,
  points: Matrix,
  assignment: BoundedAssignment,
  maxIterations: number,
): Generator<void, KmeansResult> {
  const { rows: samples, columns: features } = points
  const { centres } = assignment
  const clusters = centres.length / features
  const sums = kernels.allocate(centres.length)

  let iterations = 0
  let converged = false
  while (iterations < maxIterations) {
    assignment.assign()
    const counts = assignment.countLabels()
    if (counts.includes(0)) {
      const target = { rows: clusters, columns: features, data: centres.f64 }
      for (const i of repairEmptyClustersInto(points, assignment.labels, assignment.measure(), counts, target))
        assignment.forget(i)
    }
    if (!assignment.changed) {
      converged = true
      break
    }
    sums.f64.fill(0)
    const { labelPointer } = assignment
    kernels.call.sumDifferences(block.pointer, samples, features, labelPointer, centres.pointer, sums.pointer)
    moveCentresInto(centres.f64, sums.f64, counts)
    assignment.follow()
    iterations++
    yield
  }
  const squaredError = assignment.measure().reduce((sum, value) => sum + value, 0)
  return {
    labels: assignment.labels.slice(),
    centres: matrix(clusters, features, centres.f64.slice()),
    squaredError,
    iterations,
    converged,
  }
}

/** centre ← centre + sum / count, where sums are those of (point − centre): as the mean, but exact where all points of a cluster are equal to it. */
function moveCentresInto(centres: Float64Array, sums: Float64Array, counts: Int32Array): void {
  const features = centres.length / counts.length
  for (let c = 0; c < counts.length; c++)
    if (counts[c] > 0) for (let at = c * features; at < (c + 1) * features; at++) centres[at] += sums[at] / counts[c]
}
