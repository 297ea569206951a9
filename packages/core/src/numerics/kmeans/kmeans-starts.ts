import type { Random } from '../random/random.ts'

/** How the first centres are chosen among the samples; see `kmeans`. */
export type KmeansStart = 'k-means++' | 'greedy' | 'random'

/** Draws the random numbers of one start of the kernel `drawCentres`: one for the first centre, `trials` candidates for each other one. */
export function startDraws(
  clusters: number,
  start: Exclude<KmeansStart, 'random'>,
  random: Random,
): { trials: number; draws: Float64Array } {
  const trials = start === 'greedy' ? greedyTrials(clusters) : 1
  return { trials, draws: Float64Array.from({ length: 1 + (clusters - 1) * trials }, () => random.uniform()) }
}

/** Counts the candidates of a greedy start for each centre: 2 + ⌊ln k⌋, at most 8. */
export function greedyTrials(clusters: number): number {
  let trials = 2
  for (let power = Math.E; power <= clusters && trials < 8; power *= Math.E) trials++
  return trials
}
