import { WHOLE_UP_TO } from '../evidence/scores.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Samples } from '../runtime/samples.ts'

/** Samples that partitions are fitted to where there are more than 50,000: so many, and for each cluster. */
const FITTED = 20_000
const FITTED_PER_CLUSTER = 400

/** The samples that partitions are fitted to, ascending, the same on all processes. */
export interface FittedSamples {
  readonly all: Uint32Array
  /** Those held here, counted from the first sample held here, and how many lie before them. */
  readonly own: Uint32Array
  readonly before: number
}

/** How many samples partitions are fitted to before the others join them: `wanted` if it is given, else all up to 50,000, beyond that 20,000, or 400 per cluster if that is more. */
export function fittedCount(samples: number, clusters: number, wanted: number | null): number {
  const usual = samples <= WHOLE_UP_TO ? samples : Math.max(FITTED, FITTED_PER_CLUSTER * clusters)
  return Math.min(Math.max(wanted ?? usual, 4 * clusters), samples)
}

/** Draws `count` of all samples. O(n). */
export function drawFitted({ total, begin, end }: Samples, count: number, random: Random): FittedSamples {
  const all =
    count < total ? random.permutation(total).slice(0, count).sort() : Uint32Array.from({ length: total }, (_, i) => i)
  const local = all.filter((sample) => sample >= begin && sample < end).map((sample) => sample - begin)
  return { all, own: local, before: all.findLastIndex((sample) => sample < begin) + 1 }
}

/** The rows of the fitted samples on every process, from those that each holds. */
export function fittedRows(samples: Samples, { all }: FittedSamples, own: Matrix): Matrix {
  return samples.ranks.size === 1 ? own : matrix(all.length, own.columns, samples.gather(own.data))
}

/** Some rows of the samples held here; all of them as they are. */
export function rowsAt(rows: Matrix, places: Uint32Array): Matrix {
  return places.length === rows.rows ? rows : takeRows(rows, places)
}
