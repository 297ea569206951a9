import { findNeighbours } from '../graphs/find-neighbours.ts'
import type { Neighbours } from '../graphs/neighbour-lists.ts'
import { normalisedMutualInformation } from '../metrics/scores.ts'
import { type KmeansJob, runKmeansJobs } from '../numerics/kmeans/kmeans-jobs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { mapProgress } from '../runtime/steps.ts'
import { type ViewPull, viewPull } from './view-pull.ts'
import type { ViewScores } from './view-scores.ts'

/** How the views stand to the clustering and to each other. Samples that lack a view count nowhere in it. */
export interface ViewAgreement {
  /**
   * By view: how far the clusters follow the view, from 0 (as by chance) to 1: the share of each sample's ten nearest neighbours in the view
   * that are in its cluster, with what chance would give taken out. A little below 0 is possible.
   */
  support: number[]
  /** (views + 1)²: normalised mutual information between the partitions that each view gives alone; the last row and column are the clustering. */
  agreement: Matrix
  /** By view: where it alone would put each sample. */
  views: (ViewPull & { name: string })[]
}

/** The partitions of the views are taken from at most this many samples, evenly spaced, */
const MOST_SAMPLES = 4000
/** by the best of so many starts. */
const STARTS = 3
/** Neighbours in a view that tell how far it supports a cluster. */
export const NEAR_IN_VIEW = 10

/** Compares the partition of each view alone (k-means on its principal scores) and its neighbours (at least ten, see `viewNeighbours`) with the labels. */
export function* viewAgreement(
  kernels: Kernels,
  views: readonly ViewScores[],
  near: readonly (Neighbours | null)[],
  labels: Int32Array,
  clusters: number,
  random: Random,
): Generator<Progress, ViewAgreement> {
  const sample = evenlySpaced(labels.length, MOST_SAMPLES)
  const support: number[] = []
  const pulls: ViewAgreement['views'] = []
  for (const [v, { name, place }] of views.entries()) {
    const lists = near[v]
    if (!lists) {
      support.push(0)
      pulls.push({ name, leaning: new Int32Array(labels.length).fill(-1), strength: new Float64Array(labels.length) })
      continue
    }
    const neighbours = nearestOf(lists, NEAR_IN_VIEW)
    support.push(
      neighbourSupport(
        neighbours.indices,
        neighbours.count,
        Int32Array.from(place, (i) => labels[i]),
      ),
    )
    pulls.push({ name, ...(yield* viewPull(kernels, neighbours, place, labels, clusters)) })
    yield { stage: 'agreement', iteration: v + 1, total: views.length }
  }
  const comparable = views.map((view, v) => (near[v] ? view : null))
  const partitions = yield* partitionsOf(kernels, comparable, labels.length, sample, clusters, random)
  partitions.push(Int32Array.from(sample, (i) => labels[i]))
  const agreement = matrix(partitions.length, partitions.length)
  partitions.forEach((a, i) => {
    partitions.forEach((b, j) => {
      agreement.data[i * partitions.length + j] = i === j ? 1 : sharedInformation(a, b)
    })
  })
  return { support, agreement, views: pulls }
}

/** What k-means finds in each view among the samples that are seen, in all views side by side; −1 for those that lack the view, one cluster for all where it tells nothing (null). */
function* partitionsOf(
  kernels: Kernels,
  views: readonly (ViewScores | null)[],
  samples: number,
  seen: Uint32Array,
  clusters: number,
  random: Random,
): Generator<Progress, Int32Array[]> {
  const rows = views.map((view) => view && rowsOf(view, samples, seen))
  const there = rows.map((own) => own?.filter((row) => row >= 0) ?? new Int32Array(0))
  const comparable = [...views.keys()].filter((v) => there[v].length > 0)
  const sets = comparable.map((v) => {
    const { scores } = views[v]!
    return there[v].length === scores.rows ? scores : takeRows(scores, there[v])
  })
  const jobs = comparable.map((v, points): KmeansJob => {
    const most = Math.min(clusters, there[v].length)
    return { points, clusters: most, restarts: STARTS, start: 'greedy', random: random.split(v, 2) }
  })
  const turn = { stage: 'agreement', total: STARTS * jobs.length }
  const partitions = yield* mapProgress(runKmeansJobs(kernels, sets, jobs), (iteration) => ({ ...turn, iteration }))
  return rows.map((own, v) => {
    if (!own) return new Int32Array(seen.length)
    const labels = partitions[comparable.indexOf(v)]
    let next = 0
    return own.map((row) => (row < 0 ? -1 : labels[next++]))
  })
}

/** The row of a view that each sample has which is seen, −1 where it lacks the view. */
function rowsOf({ place }: ViewScores, samples: number, seen: Uint32Array): Int32Array {
  const rowOf = new Int32Array(samples).fill(-1)
  place.forEach((sample, row) => {
    rowOf[sample] = row
  })
  return Int32Array.from(seen, (i) => rowOf[i])
}

function sharedInformation(a: Int32Array, b: Int32Array): number {
  const both = Uint32Array.from(a.keys()).filter((i) => a[i] >= 0 && b[i] >= 0)
  if (both.length === 0) return 0
  if (both.length === a.length) return normalisedMutualInformation(a, b)
  const common = (labels: Int32Array) => Int32Array.from(both, (i) => labels[i])
  return normalisedMutualInformation(common(a), common(b))
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

/** The `count` nearest neighbours of every sample in each view, among the samples that have it; null where a view tells nothing. */
export function* viewNeighbours(
  kernels: Kernels,
  views: readonly ViewScores[],
  count: number,
  random: Random,
): Generator<Progress, (Neighbours | null)[]> {
  const lists: (Neighbours | null)[] = []
  for (const [v, { scores }] of views.entries()) {
    const speaks = scores.columns > 0 && scores.rows > 0
    lists.push(
      speaks
        ? yield* findNeighbours({ kernels, device: null }, scores, count, random.split(v, 1), singleProcess)
        : null,
    )
    yield { stage: 'neighbours', iteration: v + 1, total: views.length }
  }
  return lists
}

/** The `count` nearest of longer lists, which are as they are where they have no more. */
function nearestOf(neighbours: Neighbours, count: number): Neighbours {
  const { samples, count: known, indices, squaredDistances } = neighbours
  if (known <= count) return neighbours
  const nearest = {
    samples,
    count,
    indices: new Int32Array(samples * count),
    squaredDistances: new Float64Array(samples * count),
  }
  for (let i = 0; i < samples; i++) {
    nearest.indices.set(indices.subarray(i * known, i * known + count), i * count)
    nearest.squaredDistances.set(squaredDistances.subarray(i * known, i * known + count), i * count)
  }
  return nearest
}
