import type { Block, Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { PANEL, packCentresInto, panelLength } from './centre-panels.ts'
import type { KmeansResult } from './kmeans-options.ts'
import { repairEmptyClustersInto } from './repair-empty-clusters.ts'

/**
 * Lloyd's steps from `start` (clusters × features): assign, repair empty clusters, move each centre to the mean of its points (n×d, also in `block`),
 * until the labels stay or `maxIterations` steps are done. Yields after every step. Allocates and leaves the release to the caller.
 */
export function* lloyd(
  kernels: Kernels,
  block: Block,
  points: Matrix,
  start: Float64Array,
  maxIterations: number,
): Generator<void, KmeansResult> {
  const { rows: samples, columns: features } = points
  const clusters = start.length / features
  const panelCount = Math.ceil(clusters / PANEL)
  const labels = kernels.allocate(Math.ceil(samples / 2))
  const distances = kernels.allocate(samples)
  const centres = kernels.copyIn(start)
  const panels = kernels.allocate(panelLength(clusters, features))
  const sums = kernels.allocate(start.length)
  const scratch = kernels.allocate(PANEL)
  // The bounds of the kernel assignCentres; drifts are summed over the steps.
  const upper = kernels.allocate(samples)
  const lower = kernels.allocate(samples * panelCount)
  const lowest = kernels.allocate(samples)
  const centreDrift = kernels.allocate(clusters)
  const panelDrift = kernels.allocate(panelCount)
  let maxDrift = 0
  centreDrift.f64.fill(0)
  panelDrift.f64.fill(0)

  const label = () => labels.i32.subarray(0, samples)
  const measure = () => {
    kernels.call.ownDistances(block.pointer, samples, features, labels.pointer, centres.pointer, distances.pointer)
    return distances.f64
  }

  label().fill(-1)
  let iterations = 0
  let converged = false
  while (iterations < maxIterations) {
    packCentresInto(panels.f64, centres.f64, clusters, features)
    const before = label().slice()
    const used = centres.f64.slice()
    let changed = kernels.call.assignCentres(
      block.pointer,
      samples,
      features,
      panels.pointer,
      panelCount,
      labels.pointer,
      upper.pointer,
      lower.pointer,
      lowest.pointer,
      centreDrift.pointer,
      panelDrift.pointer,
      maxDrift,
      // Rounding of a distance, of the summed drifts and of the comparison, each far below this.
      4 * (features + iterations + 20) * Number.EPSILON,
      scratch.pointer,
    )
    const counts = countLabels(label(), clusters)
    if (counts.includes(0)) {
      const target = { rows: clusters, columns: features, data: centres.f64 }
      const moved = repairEmptyClustersInto(points, label(), measure(), counts, target)
      for (const i of moved) {
        // Nothing is known about a sample that was moved by hand.
        upper.f64[i] = Number.POSITIVE_INFINITY
        lowest.f64[i] = Number.NEGATIVE_INFINITY
        lower.f64.fill(Number.NEGATIVE_INFINITY, i * panelCount, (i + 1) * panelCount)
      }
      if (moved.length > 0) changed = label().some((value, i) => value !== before[i]) ? 1 : 0
    }
    if (changed === 0) {
      converged = true
      break
    }
    sums.f64.fill(0)
    kernels.call.sumDifferences(block.pointer, samples, features, labels.pointer, centres.pointer, sums.pointer)
    maxDrift += moveCentres(centres.f64, used, sums.f64, counts, centreDrift.f64, panelDrift.f64)
    iterations++
    yield
  }
  const squaredError = measure().reduce((sum, value) => sum + value, 0)
  return {
    labels: label().slice(),
    centres: matrix(clusters, features, centres.f64.slice()),
    squaredError,
    iterations,
    converged,
  }
}

function countLabels(labels: Int32Array, clusters: number): Int32Array {
  const counts = new Int32Array(clusters)
  for (let i = 0; i < labels.length; i++) counts[labels[i]]++
  return counts
}

/**
 * centre ← centre + sum / count, where sums are those of (point − centre): as the mean, but exact where all points of a cluster are equal to it.
 * Adds how far each centre went since it was `used` to its drift and to that of its panel; gives the longest way.
 */
function moveCentres(
  centres: Float64Array,
  used: Float64Array,
  sums: Float64Array,
  counts: Int32Array,
  centreDrift: Float64Array,
  panelDrift: Float64Array,
): number {
  const features = centres.length / counts.length
  const longest = new Float64Array(panelDrift.length)
  for (let c = 0; c < counts.length; c++) {
    let squared = 0
    for (let at = c * features; at < (c + 1) * features; at++) {
      if (counts[c] > 0) centres[at] += sums[at] / counts[c]
      squared += (centres[at] - used[at]) * (centres[at] - used[at])
    }
    // The addend is for ways so short that their squares are not accurate.
    const way = squared > 0 ? Math.sqrt(squared) + 1e-140 : 0
    const panel = Math.floor(c / PANEL)
    centreDrift[c] += way
    longest[panel] = Math.max(longest[panel], way)
  }
  for (let panel = 0; panel < longest.length; panel++) panelDrift[panel] += longest[panel]
  return longest.reduce((most, way) => Math.max(most, way), 0)
}
