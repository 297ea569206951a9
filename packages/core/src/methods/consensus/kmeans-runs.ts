import type { Device, GroupingRun } from '../../device/device.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type ClusterCentres, clusterCentres } from '../../kmeans/cluster-centres.ts'
import type { KmeansJob } from '../../kmeans/kmeans-jobs.ts'
import { kmeansJobsOverRanks } from '../../kmeans/kmeans-jobs-over-ranks.ts'
import { startDraws } from '../../kmeans/kmeans-starts.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { mapSteps } from '../../steps.ts'

/** A k-means partition of one embedding of a graph: a member by itself, or fine clusters that members are merged from. */
export interface Run {
  kind: 'plain' | 'fine'
  /** Position of the embedding among those of the graph. */
  picture: number
  clusters: number
  labels: Int32Array
}

/** Clusters for each one that is wanted, and how k-means starts; fine clusters that differ more from seed to seed make merged members that err less alike. */
const KINDS = {
  plain: { times: 1, start: 'greedy' },
  fine: { times: 4, start: 'k-means++' },
} as const

/** Steps of a run at most: later ones move single samples, and members only vote. */
const STEPS = 12

/** Seeds of each setting over both rounds: 6, and up to 12 where samples · clusters is small, since more members steady the vote and cost little there. */
export function repeats(samples: number, clusters: number): number {
  return Math.min(Math.max(Math.floor(120_000 / (samples * clusters)), 6), 12)
}

/**
 * k-means partitions of the embeddings of one graph (n×any each), of every kind asked for and with so many seeds. Fine clusters are at most n/3. Each run draws from a generator of its own, so none
 * depends on the others; a device does them side by side, or the threads of a crew and the ranks share them. O(runs · n · k · columns · steps).
 */
export function* kmeansRuns(
  kernels: Kernels,
  pictures: readonly Matrix[],
  clusters: number,
  kinds: readonly Run['kind'][],
  seeds: number,
  random: Random,
  communicator: Communicator = oneProcess,
  device: Device | null = null,
): Generator<Progress, Run[]> {
  const most = Math.floor(pictures[0].rows / 3)
  const settings = pictures.flatMap((_, picture) =>
    kinds.flatMap((kind) =>
      Array.from({ length: seeds }, (_, seed) => ({
        kind,
        picture,
        clusters: Math.max(clusters, Math.min(KINDS[kind].times * clusters, most)),
        seed,
      })),
    ),
  )
  const jobs = settings.map(({ kind, picture, clusters, seed }) => ({
    points: picture,
    clusters,
    restarts: 1,
    start: KINDS[kind].start,
    maxIterations: STEPS,
    random: random.split(picture, KINDS[kind].times, seed),
  }))
  const there = device ? yield* device.kmeans(pictures, jobs.map(drawnRun), STEPS, 'members') : []
  const rest = jobs.filter((_, j) => !there[j])
  const run = kmeansJobsOverRanks(communicator, kernels, pictures, rest)
  const turn = (iteration: number) => ({ stage: 'members', iteration, total: rest.length })
  const here = rest.length > 0 ? yield* mapSteps(run, turn) : []
  return settings.map(({ kind, picture, clusters }, j) => {
    const labels = there[j]?.labels ?? here.shift()!
    return { kind, picture, clusters, labels }
  })
}

/** The centres of the clusters of each run in its own picture. */
export function centresOf(
  kernels: Kernels,
  pictures: readonly Matrix[],
  runs: readonly Run[],
): Map<Run, ClusterCentres> {
  const all = new Map<Run, ClusterCentres>()
  for (const [picture, points] of pictures.entries()) {
    const own = runs.filter((run) => run.picture === picture)
    for (const [r, centres] of clusterCentres(kernels, points, own).entries()) all.set(own[r], centres)
  }
  return all
}

function drawnRun({ points, clusters, start, random }: KmeansJob): GroupingRun {
  return { points, clusters, ...startDraws(clusters, start, random) }
}
