import { normalisedMutualInformation } from '../../metrics/scores.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Member } from './members.ts'

const SUBSET = 2500
const REPEATS = 6
const FLOOR = 0.02

/** How far the partitions of each graph agree, and what weight follows. */
export interface Stability {
  /** Mean normalised mutual information of all pairs of a graph's partitions into k clusters, one number a graph. */
  stability: number[]
  /** (1 − stability + 0.02)⁻², scaled so that the mean over graphs is 1. */
  weights: number[]
}

/** Weighs graphs by the agreement of their partitions into `clusters` clusters; at most 2,500 samples and 6 seeds of each setting are compared. O(pairs · samples). */
export function* graphStability(
  members: readonly Member[],
  graphs: number,
  clusters: number,
  random: Random,
): Generator<Progress, Stability> {
  const samples = members[0].labels.length
  const subset = samples <= SUBSET ? null : random.permutation(samples).subarray(0, SUBSET)
  const stability: number[] = []
  for (let graph = 0; graph < graphs; graph++) {
    const partitions = members
      .filter((member) => member.graph === graph && member.clusters === clusters && member.repeat < REPEATS)
      .map(({ labels }) => (subset ? Int32Array.from(subset, (i) => labels[i]) : labels))
    let sum = 0
    for (let a = 1; a < partitions.length; a++) {
      for (let b = 0; b < a; b++) sum += normalisedMutualInformation(partitions[a], partitions[b])
      yield { stage: 'stability', iteration: graph + 1, total: graphs }
    }
    stability.push(sum / ((partitions.length * (partitions.length - 1)) / 2))
  }
  const raw = stability.map((value) => 1 / ((1 - value + FLOOR) * (1 - value + FLOOR)))
  const mean = raw.reduce((sum, value) => sum + value, 0) / graphs
  return { stability, weights: raw.map((value) => value / mean) }
}
