import { preprocessView } from '../../data/preprocess-view.ts'
import { takeRows } from '../../data/take-rows.ts'
import { evenlySpaced } from '../../explain/evenly-spaced.ts'
import { findNeighbours } from '../../graph/find-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { kmeans } from '../../kmeans/kmeans.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Rows } from '../../linalg/rows.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherSamples } from '../../ranks/gather-samples.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { isBeyondShuffled } from './beyond-shuffled.ts'

/** Samples that are looked at, evenly spaced. */
const MOST_SAMPLES = 600
const NEIGHBOURS = 10

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
  return !(yield* isBeyondShuffled(some, (rows, own) => heldTogether(kernels, rows, clusters, own), random))
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
