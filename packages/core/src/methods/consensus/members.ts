import type { Kernels } from '../../kernels/kernels.ts'
import { kmeansJobsOverRanks } from '../../kmeans/kmeans-jobs-over-ranks.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { mapSteps } from '../../steps.ts'
import type { Crew } from '../../threads/crew.ts'

/** One partition of the ensemble. */
export interface Member {
  /** Position of its graph, and of the embedding among those of the graph. */
  graph: number
  picture: number
  clusters: number
  /** Which of the seeds of its setting it has. */
  repeat: number
  labels: Int32Array
}

const RESTARTS = 2

/** Seeds of each setting: 6, and up to 24 where samples · clusters is small, since more members steady the vote and cost little there. */
export function repeats(samples: number, clusters: number): number {
  return Math.min(Math.max(Math.floor(60_000 / (samples * clusters)), 6), 24)
}

/**
 * k-means partitions of every embedding of every graph (`embeddings[graph][e]`, n×any), into k and into 2k clusters (at most n/3), 6 to 24 seeds each.
 * Each member draws from a generator of its own, so none depends on the others; the threads of a crew and the ranks share them. With `place` the graphs are the `first`
 * and following of more. O(members · n · k · columns · steps).
 */
export function* clusterMembers(
  kernels: Kernels,
  embeddings: readonly (readonly Matrix[])[],
  clusters: number,
  random: Random,
  crew?: () => Crew | null,
  communicator: Communicator = oneProcess,
  place = { first: 0, of: embeddings.length },
): Generator<Progress, Member[]> {
  const samples = embeddings[0][0].rows
  const finer = Math.max(clusters, Math.min(2 * clusters, Math.floor(samples / 3)))
  const seeds = repeats(samples, clusters)
  const members: Member[] = []
  const each = embeddings[0].length * 2 * seeds
  for (const [g, pictures] of embeddings.entries()) {
    const graph = place.first + g
    const jobs = pictures.flatMap((_, e) =>
      [clusters, finer].flatMap((wanted, size) =>
        Array.from({ length: seeds }, (_, repeat) => ({
          points: e,
          clusters: wanted,
          random: random.split(graph, e, size, repeat),
        })),
      ),
    )
    const settings = { restarts: RESTARTS, start: 'greedy' as const }
    const run = kmeansJobsOverRanks(communicator, kernels, pictures, jobs, settings, crew)
    const total = place.of * each
    const found = yield* mapSteps(run, (done) => ({ stage: 'members', iteration: graph * each + done, total }))
    found.forEach((labels, j) => {
      members.push({ graph, picture: jobs[j].points, clusters: jobs[j].clusters, repeat: j % seeds, labels })
    })
  }
  return members
}
