import { comparableRows } from '../../data/comparable-rows.ts'
import { takeRows } from '../../data/take-rows.ts'
import { evenlySpaced } from '../../explain/evenly-spaced.ts'
import { findNeighbours } from '../../graph/find-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherSamples } from '../../ranks/gather-samples.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import { isBeyondShuffled } from './beyond-shuffled.ts'

/** Samples that are looked at, evenly spaced. */
const MOST_SAMPLES = 600
const NEIGHBOURS = 10

/**
 * One answer per view (n×r scores): true where it is noise beside others that say the same about the samples, being `unrelated` to all of them and without any groups of its own. Where all views are unrelated, none is called noise.
 * Ranks give their own rows, and all come to the same.
 */
export function* noiseViews(
  kernels: Kernels,
  scores: readonly Matrix[],
  unrelated: readonly boolean[],
  random: Random,
  communicator: Communicator,
): Generator<Progress, boolean[]> {
  const noise = unrelated.map(() => false)
  if (!unrelated.includes(false)) return noise
  for (const [v, own] of scores.entries())
    if (unrelated[v]) noise[v] = yield* isShapeless(kernels, own, random.split(v), communicator)
  return noise
}

/** True where the samples lie no closer to their neighbours than with their scores shuffled apart. */
function* isShapeless(
  kernels: Kernels,
  scores: Matrix,
  random: Random,
  communicator: Communicator,
): Generator<Progress, boolean> {
  const { total } = rowsOnRanks(communicator, scores.rows)
  const some = speakingRows(gatherSamples(communicator, scores, evenlySpaced(total, MOST_SAMPLES)) as Matrix)
  if (some.rows < 4 * NEIGHBOURS || some.columns < 2) return false
  const closeness = function* (rows: Matrix, own: Random): Generator<Progress, number> {
    const { squaredDistances } = yield* findNeighbours(kernels, comparableRows(rows), NEIGHBOURS, own)
    return -squaredDistances.reduce((sum, square) => sum + Math.sqrt(square), 0) / squaredDistances.length
  }
  return !(yield* isBeyondShuffled(some, closeness, random))
}

/** Samples that lack the view have rows of zeros. */
function speakingRows(scores: Matrix): Matrix {
  const { rows, columns, data } = scores
  const speaks = (i: number) => data.subarray(i * columns, (i + 1) * columns).some((value) => value !== 0)
  return takeRows(scores, Array.from({ length: rows }, (_, i) => i).filter(speaks))
}
