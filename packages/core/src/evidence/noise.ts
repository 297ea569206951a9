import { findNeighbours } from '../graphs/find-neighbours.ts'
import { rowOfEntries, transposed } from '../graphs/neighbour-graph.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Rows } from '../numerics/linalg/rows.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Processors } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { gatherSamples } from '../views/gather-samples.ts'
import { preprocessView } from '../views/preprocess-view.ts'

/** Samples that are looked at, evenly spaced. */
const MOST_SAMPLES = 600
const COPIES = 12
const NEIGHBOURS = 10

/** Standard deviations of the copies by which neighbours must be closer than in them. */
const CLEARLY = 4

/**
 * True where the samples of one view (n×d) are no closer to their ten nearest neighbours than in copies of it whose features were shuffled apart from each other: every feature keeps its values, and whatever they
 * showed together is gone.
 * `view` has its samples in the order of the input; `present` marks those that say something in it: rows of the others would be shuffled among theirs. At most 600 samples and twelve copies. O(entries of them · rank).
 */
export function* isNoise(
  processors: Processors,
  samples: Samples,
  view: Rows,
  present: Uint8Array,
  random: Random,
): Generator<Progress, boolean> {
  const marks = samples.gather(present)
  const positions = samples.order.samples.filter((_, position) => marks[position] === 1)
  const chosen = evenlySpaced(positions.length, MOST_SAMPLES).map((position) => positions[position])
  const sample = gatherSamples(samples.ranks, view, chosen)
  if (sample.rows < 4 * NEIGHBOURS || view.columns < 2) return false
  const own = yield* distanceOfNeighbours(processors, sample, random.split(0))
  const copies = new Float64Array(COPIES)
  for (let copy = 0; copy < COPIES; copy++) {
    const shuffled = shuffledColumns(processors.kernels, sample, random.split(1, copy))
    const { distance } = yield* distanceOfNeighbours(processors, shuffled, random.split(2, copy), own.isUnit)
    copies[copy] = distance
    yield { stage: 'noise', iteration: copy + 1, total: COPIES }
  }
  const mean = copies.reduce((sum, value) => sum + value, 0) / COPIES
  const variance = copies.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (COPIES - 1)
  return mean - own.distance <= CLEARLY * Math.sqrt(variance)
}

/** The mean over the samples that have something to say, of rows of unit length or not: as `isUnit` says, or as suits the view. */
function* distanceOfNeighbours(
  processors: Processors,
  view: Matrix | SparseMatrix,
  random: Random,
  isUnit?: boolean,
): Generator<Progress, { distance: number; isUnit: boolean }> {
  const how = { isUnit, device: processors.device, ranks: singleProcess }
  const ready = yield* preprocessView(processors.kernels, view, random.split(0), how)
  const { scores, present } = ready
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  if (scores.columns === 0) return { distance: 0, isUnit: ready.isUnit }
  const { squaredDistances } = yield* findNeighbours(
    processors,
    takeRows(scores, place),
    NEIGHBOURS,
    random.split(1),
    singleProcess,
  )
  const sum = squaredDistances.reduce((all, square) => all + Math.sqrt(square), 0)
  return { distance: sum / Math.max(squaredDistances.length, 1), isUnit: ready.isUnit }
}

/** Every column in an order of its own. */
function shuffledColumns(kernels: Kernels, view: Matrix | SparseMatrix, random: Random): Matrix | SparseMatrix {
  const orders = Array.from({ length: view.columns }, (_, j) => random.split(j).permutation(view.rows))
  if (!isSparse(view)) {
    const { rows, columns, data } = view
    return matrix(
      rows,
      columns,
      data.map((_, p) => data[orders[p % columns][Math.floor(p / columns)] * columns + (p % columns)]),
    )
  }
  const byColumn = transposed(kernels, view)
  const columns = rowOfEntries(byColumn)
  return transposed(kernels, { ...byColumn, indices: byColumn.indices.map((i, p) => orders[columns[p]][i]) })
}
