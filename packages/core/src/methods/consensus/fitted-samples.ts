import { RANK } from '../../data/scored-view.ts'
import type { OptionValues } from '../method.ts'

/** Up to this many samples partitions are fitted to all of them. */
const ALL_UP_TO = 50_000
const AT_LEAST = 20_000
const A_CLUSTER = 400
/** Scores of a view that the refinement looks at, at most. */
const WIDE = 100

/**
 * Neighbours of each sample in a graph: `most`, but no more than half of a mean cluster has samples, so that lists end inside it, nor than √n. Where the number of clusters is not known √n decides alone.
 */
export function neighbourCount(samples: number, clusters: number | null, most: number): number {
  const half = clusters === null ? samples : samples / (2 * clusters)
  return Math.min(most, Math.max(2, Math.round(Math.min(Math.sqrt(samples), half))))
}

/** Samples that partitions are fitted to before the others join them: `wanted` if it is given, else all up to 50,000, beyond that 20,000, or 400 a cluster if that is more. */
export function fittedSamples(samples: number, clusters: number, wanted: number | null): number {
  const own = samples <= ALL_UP_TO ? samples : Math.max(AT_LEAST, A_CLUSTER * clusters)
  return Math.min(Math.max(wanted ?? own, 4 * clusters), samples)
}

/**
 * Scores per view that the refinement looks at: 100, but no more than a third of the samples, since with as many scores as samples all samples lie equally far apart. Undefined where it makes do with those that
 * graphs are built from: where partitions are fitted to some samples, for memory. With little effort there is no refinement.
 */
export function wideScores(samples: number, { effort, sample }: OptionValues): number | undefined {
  if (effort !== 'full' || sample !== null || samples > ALL_UP_TO) return undefined
  return Math.max(RANK, Math.min(WIDE, Math.floor(samples / 3)))
}
