import type { Random } from '../random/random.ts'

/** How the first centres are chosen among the samples; see `kmeans`. */
export type KmeansStart = 'k-means++' | 'greedy' | 'random'

/** The distances behind k-means++, plain or fast; `nearest` holds each sample's squared distance to the centres chosen so far. */
export interface Seeding {
  readonly nearest: Float64Array
  /** Σ of what `nearest` would become with each candidate (at most 8) as a further centre. */
  potentials(candidates: Int32Array): Float64Array
  /** Takes the candidate in this position of the latest `potentials` as the next centre, and updates `nearest`. */
  accept(position: number): void
  /** Takes this sample as the next centre without a comparison, and updates `nearest`. */
  take(sample: number): void
}

/**
 * Indices of the samples to start k-means from. 'random': distinct samples. 'k-means++': each next centre drawn with probability proportional to
 * its squared distance from the centres so far (Arthur and Vassilvitskii 2007). 'greedy': the best of 2 + ⌊ln k⌋ (at most 8) such draws.
 * When all samples coincide with a centre, any sample is drawn.
 */
export function kmeansStarts(
  samples: number,
  clusters: number,
  start: KmeansStart,
  random: Random,
  seeding: () => Seeding,
): Int32Array {
  if (start === 'random') return Int32Array.from(random.permutation(samples).subarray(0, clusters))
  const chosen = new Int32Array(clusters)
  const state = seeding()
  const trials = trialsOf(start, clusters)
  const cumulative = new Float64Array(samples)
  for (let j = 0; j < clusters; j++) {
    const candidates = new Int32Array(j === 0 ? 1 : trials)
    const total = j === 0 ? 0 : accumulate(state.nearest, cumulative)
    for (let t = 0; t < candidates.length; t++)
      candidates[t] = total > 0 ? firstAbove(cumulative, random.uniform() * total) : random.below(samples)
    if (candidates.length === 1) {
      chosen[j] = candidates[0]
      state.take(chosen[j])
      continue
    }
    const potentials = state.potentials(candidates)
    let best = 0
    for (let t = 1; t < candidates.length; t++) if (potentials[t] < potentials[best]) best = t
    chosen[j] = candidates[best]
    state.accept(best)
  }
  return chosen
}

/** Draws that each next centre is the best of: 2 + ⌊ln k⌋, at most 8, for 'greedy', else 1. */
export function trialsOf(start: KmeansStart, clusters: number): number {
  if (start !== 'greedy') return 1
  let trials = 2
  for (let power = Math.E; power <= clusters && trials < 8; power *= Math.E) trials++
  return trials
}

/** Running sums of `values`; gives the last one. */
function accumulate(values: Float64Array, sums: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sums[i] = sum += values[i]
  return sum
}

/** The first index whose running sum is above `threshold`, else the last one at which the sums still grew. */
function firstAbove(sums: Float64Array, threshold: number): number {
  const bound = Math.min(threshold, previousNumber(sums[sums.length - 1]))
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle] > bound) high = middle
    else low = middle + 1
  }
  return low
}

/** A number just below a positive one. */
function previousNumber(x: number): number {
  return x - x * Number.EPSILON
}
