import { preprocessView } from '../../data/preprocess-view.ts'
import { takeRows } from '../../data/take-rows.ts'
import { evenlySpaced } from '../../explain/evenly-spaced.ts'
import { findNeighbours } from '../../graph/find-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { kmeans } from '../../kmeans/kmeans.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Rows } from '../../linalg/rows.ts'
import { isSparse, type SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherSamples } from '../../ranks/gather-samples.ts'
import { oneProcess } from '../../ranks/one-process.ts'

/** Samples that are looked at, evenly spaced. */
const MOST_SAMPLES = 600
const COPIES = 8
const NEIGHBOURS = 10

/** Standard deviations of the copies by which the view must hold together better than they do. */
const CLEARLY = 4

/**
 * True where the clusters that k-means finds in one view (n×d) hold together no better than those in copies of it whose features were shuffled apart from each other:
 * every feature keeps its values, and whatever they showed together is gone. Holding together is the share of ten nearest neighbours in the same cluster.
 * `samples` are all of them in canonical order: at most 600 samples and eight copies; ranks give their own rows of the view, and all get the rows of these samples. O(entries of them · rank).
 */
export function* noClusters(
  kernels: Kernels,
  view: Rows,
  samples: Uint32Array,
  clusters: number,
  random: Random,
  communicator: Communicator = oneProcess,
): Generator<Progress, boolean> {
  const seen = evenlySpaced(samples.length, MOST_SAMPLES).map((position) => samples[position])
  const some = gatherSamples(communicator, view, seen)
  if (some.rows < 4 * NEIGHBOURS || clusters > some.rows / 2 || view.columns < 2) return false
  const found = yield* heldTogether(kernels, some, clusters, random.split(0))
  const copies: number[] = []
  for (let copy = 0; copy < COPIES; copy++) {
    const shuffled = shuffledColumns(some, random.split(1, copy))
    copies.push(yield* heldTogether(kernels, shuffled, clusters, random.split(2, copy)))
    yield { stage: 'noise', iteration: copy + 1, total: COPIES }
  }
  const mean = copies.reduce((sum, value) => sum + value, 0) / COPIES
  const variance = copies.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (COPIES - 1)
  return found - mean <= CLEARLY * Math.sqrt(variance)
}

function* heldTogether(
  kernels: Kernels,
  view: Matrix | SparseMatrix,
  clusters: number,
  random: Random,
): Generator<Progress, number> {
  const { scores, present } = yield* preprocessView(kernels, view, random.split(0))
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  if (scores.columns === 0 || place.length <= clusters) return 0
  const points = place.length === scores.rows ? scores : takeRows(scores, place)
  const { count, indices } = yield* findNeighbours(kernels, points, NEIGHBOURS, random.split(1))
  const { labels } = kmeans(kernels, points, { clusters, random: random.split(2), restarts: 3 })
  let shared = 0
  for (let p = 0; p < indices.length; p++) if (labels[indices[p]] === labels[Math.floor(p / count)]) shared++
  return shared / Math.max(indices.length, 1)
}

/** Every column in an order of its own. */
function shuffledColumns(view: Matrix | SparseMatrix, random: Random): Matrix | SparseMatrix {
  const orders = Array.from({ length: view.columns }, (_, j) => random.split(j).permutation(view.rows))
  if (!isSparse(view)) {
    const result = matrix(view.rows, view.columns)
    for (let i = 0; i < view.rows; i++)
      for (let j = 0; j < view.columns; j++)
        result.data[orders[j][i] * view.columns + j] = view.data[i * view.columns + j]
    return result
  }
  const rows: { j: number; value: number }[][] = Array.from({ length: view.rows }, () => [])
  for (let i = 0; i < view.rows; i++)
    for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++)
      rows[orders[view.indices[p]][i]].push({ j: view.indices[p], value: view.values[p] })
  const entries = rows.flatMap((row) => row.sort((a, b) => a.j - b.j))
  const pointers = new Uint32Array(view.rows + 1)
  rows.forEach((row, i) => {
    pointers[i + 1] = pointers[i] + row.length
  })
  return {
    ...view,
    pointers,
    indices: Uint32Array.from(entries, ({ j }) => j),
    values: Float64Array.from(entries, ({ value }) => value),
  }
}
