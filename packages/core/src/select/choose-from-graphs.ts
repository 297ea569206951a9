import type { KmeansJob } from '../cluster/kmeans-jobs.ts'
import { runKmeansJobs } from '../cluster/kmeans-jobs.ts'
import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { embed } from '../methods/consensus/embeddings.ts'
import type { ViewGraphs } from '../methods/consensus/view-graphs.ts'
import type { Progress } from '../methods/method.ts'
import { adjustedRandIndex } from '../metrics/scores.ts'
import type { Random } from '../random/random.ts'
import type { Crew } from '../threads/crew.ts'
import { type ClusterCandidate, type ClusterChoice, rankCandidates } from './cluster-choice.ts'
import type { ClusterRange } from './cluster-range.ts'
import { extendPartition } from './extend-partition.ts'
import { modularity } from './modularity.ts'
import { splitLinks } from './split-links.ts'

/** Numbers up to this share their embeddings; the next stage goes twice as far. */
const FIRST_STAGE = 16
/** `auto` looks at least this far, and on as long as the best number lies in the upper half. */
const ALWAYS = 32
/** Starts of each partition, of which the better counts. */
const RESTARTS = 2
/** Partitions are made of at most this many samples. */
const SUBSET = 2500

type Measures = Omit<ClusterCandidate, 'score'>

/**
 * Chooses the number of clusters by the graphs of the default method. For every k of the range nine partitions are made as its ensemble makes them, of three graphs
 * by three embeddings. `stability` is how alike they are, `agreement` how far the links of the views stay inside the clusters of the partition most like the others,
 * and `gap` that after the kth eigenvalue of the graph `both`; `rankCandidates` puts them together. A `wide` range is searched only as far as needed.
 * O(numbers · 9 · min(n, 2,500) · k · columns) and the embeddings. Any order of the samples and any crew give the same choice.
 */
export function* chooseFromGraphs(
  kernels: Kernels,
  seen: ViewGraphs,
  { from, to, wide }: ClusterRange & { wide: boolean },
  random: Random,
  crew?: () => Crew | null,
): Generator<Progress, ClusterChoice> {
  const graphs = comparedGraphs(seen, random.split(0))
  const samples = graphs[0].rows
  const subset = samples <= SUBSET ? null : random.split(1).permutation(samples).subarray(0, SUBSET).sort()
  const measured: Measures[] = []
  for (let first = from, last = FIRST_STAGE; ; first = Math.max(from, last + 1), last *= 2) {
    const until = Math.min(last, to)
    if (first <= until) {
      const { pictures, values } = yield* embedAll(kernels, graphs, seen.features, until, random)
      const some = subset ? pictures.map((picture) => takeRows(picture, subset)) : pictures
      const wanted = Array.from({ length: until - first + 1 }, (_, i) => first + i)
      const jobs = wanted.flatMap((k) =>
        some.map((_, p) => ({ points: p, clusters: k, random: random.split(3, k, p) })),
      )
      const partitions = yield* partition(kernels, some, jobs, crew)
      for (const [w, clusters] of wanted.entries()) {
        const members = partitions.slice(w * some.length, (w + 1) * some.length)
        const { stability, centre } = likeness(members)
        const labels = subset
          ? extendPartition(kernels, pictures[centre], subset, members[centre], clusters)
          : members[centre]
        measured.push({
          clusters,
          gap: values[clusters - 1] - (values[clusters] ?? 0),
          stability,
          agreement: modularity(seen.graphs[1].graph, labels, clusters),
        })
        yield { stage: 'choosing k', iteration: jobs.length, total: jobs.length }
      }
    }
    if (until === to) return rankCandidates(measured)
    if (wide && until >= ALWAYS) {
      const choice = rankCandidates(measured)
      if (2 * choice.candidates[0].clusters <= until) return choice
    }
  }
}

/** `both` and two graphs that see the samples differently: `union` and `joint`, or halves of the links where all views say the same. */
function comparedGraphs(seen: ViewGraphs, random: Random): SparseMatrix[] {
  const [both, union, joint] = seen.graphs.map(({ graph }) => graph)
  const different = seen.scores.length - seen.repeated.length
  return different > 1 ? [both, union, joint] : [both, ...splitLinks(both, random)]
}

/** The three embeddings of each graph, made for `clusters` clusters, and the eigenvalues of the first graph. */
function* embedAll(
  kernels: Kernels,
  graphs: readonly SparseMatrix[],
  features: Matrix,
  clusters: number,
  random: Random,
): Generator<Progress, { pictures: Matrix[]; values: Float64Array }> {
  const pictures: Matrix[] = []
  let values: Float64Array = new Float64Array(0)
  for (const [g, graph] of graphs.entries()) {
    const { basis, spectral, filtered, joined } = yield* embed(kernels, graph, features, clusters, random.split(2, g))
    if (g === 0) values = basis.values
    pictures.push(spectral, filtered, joined)
  }
  return { pictures, values }
}

function* partition(
  kernels: Kernels,
  pictures: readonly Matrix[],
  jobs: readonly KmeansJob[],
  crew?: () => Crew | null,
): Generator<Progress, Int32Array[]> {
  const run = runKmeansJobs(kernels, pictures, jobs, { restarts: RESTARTS, start: 'greedy' }, crew)
  let step = run.next()
  for (; !step.done; step = run.next()) yield { stage: 'choosing k', iteration: step.value, total: jobs.length }
  return step.value
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
