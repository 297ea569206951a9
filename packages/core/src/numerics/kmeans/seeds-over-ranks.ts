import { largestSize, roundingFor } from '../../runtime/ranks/exact-sum.ts'
import { largestOverRanks } from '../../runtime/ranks/least-over-ranks.ts'
import type { Random } from '../random/random.ts'
import { fastSeeding, type Seeding } from './fast-seeding.ts'
import { type PointsOnRanks, pointAt } from './points-on-ranks.ts'

/** One k-means++ start in the making: what it draws from, and its distances. */
interface Draw {
  random: Random
  seeding: Seeding
}

/**
 * The centres of one k-means++ start for each generator (clusters × d each), all starts side by side: four short messages a centre for all of them together. Each next centre is drawn
 * with probability proportional to its squared distance from those so far, rounded so that running sums are exact and any number of ranks draws the same points. The
 * points need room for starts × clusters rows. Yields the number of centres so far.
 */
export function* seedsOverRanks(
  points: PointsOnRanks,
  clusters: number,
  randoms: readonly Random[],
): Generator<number, Float64Array[]> {
  const { ranks, kernels, block, samples, features, first } = points
  // Chosen points of other ranks lie behind the own ones, so that the kernel finds them all in one place.
  const draws = randoms.map((random) => ({ random, seeding: fastSeeding(kernels, block, samples, features, clusters) }))
  for (let j = 0; j < clusters; j++) {
    const chosen = j === 0 ? draws.map(({ random }) => random.below(points.total)) : drawNext(points, draws)
    const centres = new Float64Array(draws.length * features)
    chosen.forEach((i, s) => {
      if (i >= first && i < first + samples) centres.set(pointAt(points, i - first), s * features)
    })
    // Only one rank has other numbers than zero.
    ranks.allReduceSum(centres)
    for (const [s, { seeding }] of draws.entries()) {
      const row = samples + s * clusters + j
      pointAt(points, row).set(centres.subarray(s * features, (s + 1) * features))
      seeding.take(row)
      yield j
    }
  }
  return draws.map((_, s) => {
    const begin = (samples + s * clusters) * features
    return block.f64.slice(begin, begin + clusters * features)
  })
}

/** Which of all points each start takes next; on other ranks than that of the point, any place outside their own. */
function drawNext({ ranks, samples, first, total }: PointsOnRanks, draws: readonly Draw[]): number[] {
  const { rank, size } = ranks
  const largest = Float64Array.from(draws, ({ seeding }) => largestSize(seeding.nearest))
  largestOverRanks(ranks, largest)
  const roundings = largest.map((most) => roundingFor(most, total))
  const sums = Float64Array.from(draws, ({ seeding: { nearest } }, s) => {
    let sum = 0
    for (let i = 0; i < samples; i++) sum += nearest[i] + roundings[s] - roundings[s]
    return sum
  })
  const all = ranks.allGather(sums)
  return draws.map(({ random, seeding: { nearest } }, s) => {
    let [before, whole] = [0, 0]
    for (let r = 0; r < size; r++) {
      if (r === rank) before = whole
      whole += all[r * draws.length + s]
    }
    if (whole === 0) return random.below(total)
    // A number below the sum even where the product is rounded up.
    const bound = Math.min(random.uniform() * whole, whole - whole * Number.EPSILON)
    if (before > bound || before + sums[s] <= bound) return -1
    let sum = before
    let i = 0
    for (; i < samples - 1; i++) {
      sum += nearest[i] + roundings[s] - roundings[s]
      if (sum > bound) break
    }
    return first + i
  })
}
