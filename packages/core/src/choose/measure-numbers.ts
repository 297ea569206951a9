import { embedTwice } from '../consensus/embedding.ts'
import type { ViewLinks } from '../evidence/evidence.ts'
import { clusterLinks, modularity } from '../graphs/cluster-links.ts'

import { adjustedRandIndex } from '../metrics/scores.ts'
import { kmeans } from '../numerics/kmeans/kmeans.ts'
import { type KmeansJob, runKmeansJobs } from '../numerics/kmeans/kmeans-jobs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { mapProgress } from '../runtime/steps.ts'
import { cutNodes } from '../tree/cluster-tree.ts'
import { embeddedClusters, embeddingTree } from '../tree/embedding-tree.ts'
import type { ClusterCandidate } from './cluster-choice.ts'

/** What speaks for a number of clusters, before it is scored. */
export type Measures = Omit<ClusterCandidate, 'score'>

/** Partitions are made of at most this many samples, */
const SUBSET = 1000
/** or so many for each of the most clusters that are tried, if that is more. */
const SUBSET_A_CLUSTER = 30
/** Starts of each partition, of which the better counts. */
const RESTARTS = 2
/** Residual of the eigenvectors: stabilities are those of exact ones. Rough ones hide clear clusters of plain points, which a fit finds by its many members. */
const RESIDUAL = 0.01
/** Fine clusters of each embedding that are merged step by step: so many, and for each of the most clusters that are tried. */
const FINE = 64
const FINE_PER_CLUSTER = 4

/**
 * Measures each of the given numbers of clusters, none above `until`, on the graphs of the default method: nine partitions are made as its ensemble makes them, of
 * three graphs by three embeddings (made for `until` clusters, so that the numbers share them), and nine more by fine clusters that Ward's rule merges, one hierarchy for all numbers. Of views that all say the same two halves
 * of the links take the place of the graphs `union` and `joint`. O(numbers · 9 · min(n, 1,000) · k · columns) and the embeddings. Threads change nothing.
 */
export function* measureNumbers(
  kernels: Kernels,
  seen: ViewLinks,
  numbers: readonly number[],
  until: number,
  random: Random,
): Generator<Progress, Measures[]> {
  const { embeddings, values } = yield* embedAll(kernels, seen, until, random)
  const samples = embeddings[0].rows
  const most = Math.max(SUBSET, SUBSET_A_CLUSTER * until)
  const subset = samples <= most ? null : random.split(1).permutation(samples).subarray(0, most).sort()
  const subsets = subset ? embeddings.map((picture) => takeRows(picture, subset)) : embeddings
  const jobs = numbers.flatMap((k) =>
    subsets.map((_, p) => ({
      points: p,
      clusters: k,
      restarts: RESTARTS,
      start: 'greedy' as const,
      random: random.split(3, k, p),
    })),
  )
  const partitions = yield* partition(kernels, subsets, jobs)
  const hierarchies = yield* fineToCoarse(kernels, subsets, until, random.split(8))
  const measured: Measures[] = []
  for (const [w, clusters] of numbers.entries()) {
    const members = partitions.slice(w * subsets.length, (w + 1) * subsets.length)
    const { stability: plain, centre } = likeness(members)
    const { stability: merged } = likeness(hierarchies.map((cut) => cut(clusters)))
    const stability = Math.sqrt(Math.max(plain, 0) * Math.max(merged, 0))
    const whole = (rows: Uint32Array) => extendPartition(kernels, embeddings[centre], rows, members[centre], clusters)
    const labels = subset ? whole(subset) : members[centre]
    const [links] = clusterLinks(kernels, seen.graphs[1].graph, [{ labels, clusters }])
    const agreement = modularity(links)
    // As many clusters as samples have no eigenvalue of their own.
    const gap = (values[clusters - 1] ?? 0) - (values[clusters] ?? 0)
    measured.push({ clusters, gap, stability, agreement })
    yield { stage: 'choosing k', iteration: jobs.length, total: jobs.length }
  }
  return measured
}

/** The three embeddings of each of three graphs, and the eigenvalues of the first graph. */
function* embedAll(
  kernels: Kernels,
  seen: ViewLinks,
  clusters: number,
  random: Random,
): Generator<Progress, { embeddings: Matrix[]; values: Float64Array }> {
  const embeddings: Matrix[] = []
  let values: Float64Array = new Float64Array(0)
  for (const [g, graph] of comparedGraphs(seen, random.split(0)).entries()) {
    const { samples, features } = seen
    const embedded = { samples, graph, features, clusters, random: random.split(2, g) }
    const embedding = yield* embedTwice({ kernels }, embedded, RESIDUAL)
    if (g === 0) values = embedding.values
    embeddings.push(
      embedding.spectral,
      embedding.filtered,
      concatenateColumns([embedding.spectral, embedding.filtered]),
    )
  }
  return { embeddings, values }
}

function comparedGraphs(seen: ViewLinks, random: Random): SparseMatrix[] {
  const [both, union, joint] = seen.graphs.map(({ graph }) => graph)
  const different = seen.weights.filter((weight) => weight > 0).length - seen.repeated.length
  return different > 1 ? [both, union, joint] : [both, ...splitLinks(both, random)]
}

function* partition(
  kernels: Kernels,
  embeddings: readonly Matrix[],
  jobs: readonly KmeansJob[],
): Generator<Progress, Int32Array[]> {
  const run = runKmeansJobs(kernels, embeddings, jobs)
  return yield* mapProgress(run, (iteration) => ({ stage: 'choosing k', iteration, total: jobs.length }))
}

/** For each embedding the partition into so many clusters that Ward's rule makes of fine k-means clusters. O(embeddings · (n · fine · columns + fine² · columns)). */
function* fineToCoarse(
  kernels: Kernels,
  embeddings: readonly Matrix[],
  until: number,
  random: Random,
): Generator<Progress, ((clusters: number) => Int32Array)[]> {
  const { rows } = embeddings[0]
  const clusters = Math.max(until, Math.min(Math.max(FINE, FINE_PER_CLUSTER * until), Math.floor(rows / 3)))
  const jobs = embeddings.map((_, points) => ({
    points,
    clusters,
    restarts: 1,
    start: 'k-means++' as const,
    random: random.split(points),
  }))
  const fine = yield* partition(kernels, embeddings, jobs)
  return fine.map((labels, e) => {
    const embedded = embeddedClusters(embeddings[e], labels, clusters, singleProcess)
    const tree = embeddingTree(embedded, labels)
    return (count) => {
      const clusterOf = new Int32Array(tree.leafSizes.length)
      cutNodes(tree, Math.min(count, clusterOf.length)).forEach((leaves, c) => {
        for (const leaf of leaves) clusterOf[leaf] = c
      })
      return tree.leaves.map((leaf) => clusterOf[leaf])
    }
  })
}

/** Mean adjusted Rand index of all pairs, and the partition that is most like the others. */
function likeness(partitions: readonly Int32Array[]): { stability: number; centre: number } {
  const sums = new Float64Array(partitions.length)
  for (let a = 1; a < partitions.length; a++)
    for (let b = 0; b < a; b++) {
      const alike = adjustedRandIndex(partitions[a], partitions[b])
      sums[a] += alike
      sums[b] += alike
    }
  const total = sums.reduce((sum, value) => sum + value, 0)
  const centre = sums.reduce((best, value, p) => (value > sums[best] ? p : best), 0)
  return { stability: total / (partitions.length * (partitions.length - 1)), centre }
}

/** Labels of all rows of `points` (n×p) from those of some rows: each row goes to the nearest mean. O(n·clusters·p). */
export function extendPartition(
  kernels: Kernels,
  points: Matrix,
  rows: Uint32Array,
  labels: Int32Array,
  clusters: number,
): Int32Array {
  const means = matrix(clusters, points.columns)
  const sizes = new Float64Array(clusters)
  rows.forEach((row, r) => {
    sizes[labels[r]]++
    for (let j = 0; j < points.columns; j++)
      means.data[labels[r] * points.columns + j] += points.data[row * points.columns + j]
  })
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < points.columns; j++) means.data[c * points.columns + j] /= Math.max(sizes[c], 1)
  const nearest = { clusters, random: new Random(0), restarts: 0, starts: [means], maxIterations: 1 }
  return kmeans(kernels, points, nearest).labels
}

/** Two graphs that share out the links of one (n×n, symmetric) by the toss of a coin, both directions of a link together. O(links). */
export function splitLinks(graph: SparseMatrix, random: Random): [SparseMatrix, SparseMatrix] {
  const sides = new Uint8Array(graph.values.length)
  const next = graph.pointers.slice(0, graph.rows)
  // Row i meets its links to earlier rows in the order in which those rows met them.
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
      const j = graph.indices[p]
      if (j < i) continue
      sides[p] = random.integer() & 1
      if (j === i) continue
      while (graph.indices[next[j]] < i) next[j]++
      if (graph.indices[next[j]] === i) sides[next[j]] = sides[p]
    }
  return [half(graph, sides, 0), half(graph, sides, 1)]
}

function half(graph: SparseMatrix, sides: Uint8Array, side: number): SparseMatrix {
  const count = sides.reduce((sum, value) => sum + (value === side ? 1 : 0), 0)
  const indices = new Uint32Array(count)
  const values = new Float64Array(count)
  const pointers = new Uint32Array(graph.rows + 1)
  let end = 0
  for (let i = 0; i < graph.rows; i++) {
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      if (sides[p] === side) {
        indices[end] = graph.indices[p]
        values[end++] = graph.values[p]
      }
    pointers[i + 1] = end
  }
  return { rows: graph.rows, columns: graph.columns, values, indices, pointers }
}
