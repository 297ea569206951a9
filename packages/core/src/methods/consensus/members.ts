import { kmeans } from '../../cluster/kmeans.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Progress } from '../method.ts'

/** One partition of the ensemble. */
export interface Member {
  /** Position of its graph. */
  graph: number
  clusters: number
  labels: Int32Array
}

const REPEATS = 6
const RESTARTS = 2

/**
 * k-means partitions of every embedding of every graph (`embeddings[graph][e]`, n×any), into k and into 2k clusters (at most n/3), six seeds each.
 * Each member draws from a generator of its own, so none depends on the others. O(members · n · k · columns · steps).
 */
export function* clusterMembers(
  kernels: Kernels,
  embeddings: readonly (readonly Matrix[])[],
  clusters: number,
  random: Random,
): Generator<Progress, Member[]> {
  const samples = embeddings[0][0].rows
  const finer = Math.max(clusters, Math.min(2 * clusters, Math.floor(samples / 3)))
  const members: Member[] = []
  const total = embeddings.length * embeddings[0].length * 2 * REPEATS
  for (const [graph, pictures] of embeddings.entries())
    for (const [e, points] of pictures.entries())
      for (const [size, wanted] of [clusters, finer].entries())
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          const { labels } = kmeans(kernels, points, {
            clusters: wanted,
            random: random.split(graph, e, size, repeat),
            restarts: RESTARTS,
            start: 'greedy',
            maxIterations: 100,
          })
          members.push({ graph, clusters: wanted, labels })
          yield { stage: 'members', iteration: members.length, total }
        }
  return members
}
