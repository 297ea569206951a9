import { kmeans } from '../cluster/kmeans.ts'
import type { NamedMatrix } from '../data/prepare-views.ts'
import { preprocessView } from '../data/preprocess-view.ts'
import { takeRows } from '../data/take-rows.ts'
import { findNeighbours } from '../graph/find-neighbours.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import { normalisedMutualInformation } from '../metrics/scores.ts'
import type { Random } from '../random/random.ts'
import { evenlySpaced } from './evenly-spaced.ts'

/** How the views stand to the clustering and to each other. */
export interface ViewAgreement {
  /**
   * By view: how far the clusters follow the view, from 0 (as by chance) to 1: the share of each sample's ten nearest neighbours in the view
   * that are in its cluster, with what chance would give taken out. A little below 0 is possible.
   */
  support: number[]
  /** (views + 1)²: normalised mutual information between the partitions that each view gives alone; the last row and column are the clustering. */
  agreement: Matrix
}

/** Agreement is measured on at most this many samples, evenly spaced. */
const MOST_SAMPLES = 4000
const NEIGHBOURS = 10

/** Compares the partition of each view alone (k-means on its principal scores) and its neighbours with the labels. */
export function* viewAgreement(
  kernels: Kernels,
  views: readonly NamedMatrix[],
  labels: Int32Array,
  clusters: number,
  random: Random,
): Generator<Progress, ViewAgreement> {
  const seen = evenlySpaced(labels.length, MOST_SAMPLES)
  const seenLabels = Int32Array.from(seen, (i) => labels[i])
  const partitions: Int32Array[] = []
  const support: number[] = []
  for (const [v, view] of views.entries()) {
    const { scores } = yield* preprocessView(kernels, takeRows(view.data, seen), random.split(v, 0))
    if (scores.columns === 0) {
      partitions.push(new Int32Array(seen.length))
      support.push(0)
      continue
    }
    const { indices, count } = yield* findNeighbours(kernels, scores, NEIGHBOURS, random.split(v, 1))
    support.push(neighbourSupport(indices, count, seenLabels))
    const found = kmeans(kernels, scores, {
      clusters: Math.min(clusters, seen.length),
      random: random.split(v, 2),
      restarts: 3,
    })
    partitions.push(found.labels)
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  partitions.push(seenLabels)
  const agreement = matrix(partitions.length, partitions.length)
  partitions.forEach((a, i) => {
    partitions.forEach((b, j) => {
      agreement.data[i * partitions.length + j] = i === j ? 1 : normalisedMutualInformation(a, b)
    })
  })
  return { support, agreement }
}

function neighbourSupport(indices: Int32Array, count: number, labels: Int32Array): number {
  if (count === 0) return 0
  let shared = 0
  for (let p = 0; p < indices.length; p++) if (labels[indices[p]] === labels[Math.floor(p / count)]) shared++
  const sizes = new Map<number, number>()
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
  const n = labels.length
  let chance = 0
  for (const size of sizes.values()) chance += (size * (size - 1)) / (n * (n - 1))
  return chance === 1 ? 0 : (shared / indices.length - chance) / (1 - chance)
}
