import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { largestSize, roundingFor } from '../../runtime/ranks/exact-sum.ts'
import { largestOverRanks } from '../../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { rowRange } from '../../runtime/ranks/row-range.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'

/** One k-means++ start in the making: its generator and its distances. */
interface Draw {
  random: Random
  seeding: Seeding
}

/**
 * Draws the centres of one k-means++ start per generator (clusters × d each), all starts side by side: four short messages per centre for all of them together. Each next centre is drawn
 * with probability proportional to its squared distance from those so far, rounded so that running sums are exact and any number of ranks draws the same points. The
 * points need room for starts × clusters rows. Yields the number of centres so far.
 */
export function* seedsOverRanks(
  points: PointsOnRanks,
  clusters: number,
  randoms: readonly Random[],
): Generator<number, Float64Array[]> {
  const { ranks, kernels, block, samples, features, first } = points
  // Chosen points of other ranks lie behind those of this rank, so that the kernel finds them all in one place.
  const draws = randoms.map((random) => ({ random, seeding: fastSeeding(kernels, block, samples, features, clusters) }))
  for (let j = 0; j < clusters; j++) {
    const nextPoints = j === 0 ? draws.map(({ random }) => random.below(points.total)) : drawNext(points, draws)
    const centres = new Float64Array(draws.length * features)
    nextPoints.forEach((i, s) => {
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

/** Draws which of all points each start takes next; ranks that do not hold the point return any place outside their own. */
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
    let [precedingSum, totalSum] = [0, 0]
    for (let r = 0; r < size; r++) {
      if (r === rank) precedingSum = totalSum
      totalSum += all[r * draws.length + s]
    }
    if (totalSum === 0) return random.below(total)
    // A number below the sum even where the product is rounded up.
    const bound = Math.min(random.uniform() * totalSum, totalSum - totalSum * Number.EPSILON)
    if (precedingSum > bound || precedingSum + sums[s] <= bound) return -1
    let sum = precedingSum
    let i = 0
    for (; i < samples - 1; i++) {
      sum += nearest[i] + roundings[s] - roundings[s]
      if (sum > bound) break
    }
    return first + i
  })
}

/** The distances behind k-means++; `nearest` holds each sample's squared distance to the centres chosen so far. */
interface Seeding {
  readonly nearest: Float64Array
  /** Takes this point as the next centre, and updates `nearest`. */
  take(point: number): void
}

/**
 * Keeps the distances of k-means++ by the kernel `takeCentre`, which skips most of the points (n×d, in `block`, in which centres lie, too) once there are centres everywhere.
 * O(n·d) per centre at most. It allocates and leaves the release to the caller.
 */
function fastSeeding(kernels: Kernels, block: Block, samples: number, features: number, clusters: number): Seeding {
  const nearest = kernels.allocate(samples)
  const owner = kernels.allocate(Math.ceil(samples / 2))
  const seeds = kernels.allocate(Math.ceil(clusters / 2))
  const reach = kernels.allocate(clusters)
  const scratch = kernels.allocate(2)
  let count = 0
  // Covers the rounding of a bound.
  const slack = 1 - 8 * (features + 20) * Number.EPSILON
  nearest.f64.fill(Number.POSITIVE_INFINITY)
  owner.i32.fill(0)
  return {
    get nearest() {
      return nearest.f64
    },
    take(point) {
      kernels.call.takeCentre(
        block.pointer,
        samples,
        features,
        block.pointer + 8 * features * point,
        seeds.pointer,
        count,
        slack,
        nearest.pointer,
        owner.pointer,
        reach.pointer,
        scratch.pointer,
      )
      seeds.i32[count++] = point
    },
  }
}

/** Points of at most unit length that lie on the ranks in their order, as the kernels see those of this rank. */
export interface PointsOnRanks {
  readonly ranks: Ranks
  readonly kernels: Kernels
  /** This rank's points, row by row, and space for `spare` rows behind them. */
  readonly block: Block
  readonly samples: number
  readonly features: number
  /** Points on the ranks before this one. */
  readonly first: number
  /** Points on all ranks. */
  readonly total: number
}

/** Grid of the coordinates, 2⁻⁴⁰. Points that differ by less are one point: where memberships collapse, only rounding tells samples apart. */
const GRAIN = 1 / 1_099_511_627_776

/** Copies this rank's points (n×d, entries of at most 1 in size) into the kernels' memory, rounded to 2⁻⁴⁰ as `sumExactly` needs them. It allocates and leaves the release to the caller. */
export function pointsOnRanks(
  ranks: Ranks,
  kernels: Kernels,
  { rows, columns, data }: Matrix,
  spare: number,
): PointsOnRanks {
  const block = kernels.allocate((rows + spare) * columns)
  const entries = block.f64
  for (let p = 0; p < data.length; p++) entries[p] = Math.round(data[p] / GRAIN) * GRAIN
  const { begin, total } = rowRange(ranks, rows)
  return { ranks, kernels, block, samples: rows, features: columns, first: begin, total }
}

/** Returns row i of this rank's points, a view that is valid until memory is allocated. */
export function pointAt({ block, features }: PointsOnRanks, i: number): Float64Array {
  return block.f64.subarray(i * features, (i + 1) * features)
}
