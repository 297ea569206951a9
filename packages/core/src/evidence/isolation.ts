import type { PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { placedNeighbours } from '../graphs/find-neighbours.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { nthSmallestInto } from '../numerics/math/median.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import type { ScoredView } from './scores.ts'

/** Neighbours whose mean distance says how sparse it is around a sample, neighbours that it is compared with, and copies that may stand before them in a list. */
const NEAR = 5
const COMPARED = 9
const COPIES = 5
/** How often cells are drawn where neighbours are approximate: mean distances hardly depend on which of the nearest were found. */
const DRAWS = 4

/** How alone each sample of all processes is in a view; NaN where it lacks the view. */
export interface Isolation {
  /** The logarithm of the mean distance to the 5 nearest samples that are no copies. */
  readonly sparsity: Float64Array
  /** By how much it is sparser around the sample than around its 9 nearest, or than around the densest quarter of the view if that is sparser. */
  readonly isolation: Float64Array
}

/**
 * How alone samples are in a view, by their scores at full length: in rows of unit length a sample beyond all others is among them. A small cluster is as dense as its members' neighbours are, so that it does not count as
 * alone. It takes one search for neighbours, a rough one of many samples.
 */
export function* measureIsolation(
  rt: Runtime,
  samples: Samples,
  view: Pick<ScoredView, 'scores' | 'lengths' | 'isUnit' | 'present'>,
  random: Random,
): Generator<Progress, Isolation> {
  const points = view.isUnit ? atFullLength(view.scores, view.lengths) : view.scores
  const most = Math.min(COMPARED + COPIES, samples.total - 1)
  const near = yield* placedNeighbours(samples.ranks, rt, points, view.present, most, random, DRAWS)
  return isolationIn(near, samples)
}

/** The isolation of samples by their neighbours. Not a generator, since engines run the loops of those slowly. */
function isolationIn({ place, neighbours }: PlacedNeighbours, samples: Samples): Isolation {
  const { count, indices, squaredDistances } = neighbours
  const first = rowRange(samples.ranks, neighbours.samples).begin
  const owners = place.subarray(first, first + neighbours.samples)
  const sparse = new Float64Array(samples.count).fill(NaN)
  for (let p = 0; p < owners.length; p++) {
    let [sum, others] = [0, 0]
    for (let c = p * count, end = c + count; c < end && others < NEAR; c++) {
      if (squaredDistances[c] === 0) continue
      sum += Math.sqrt(squaredDistances[c])
      others++
    }
    if (others > 0) sparse[owners[p] - samples.begin] = logarithm(sum / others)
  }
  const sparsity = samples.gather(sparse)
  const measured = sparsity.filter((value) => !Number.isNaN(value))
  const floor = measured.length > 0 ? nthSmallestInto(measured, measured.length >> 2) : 0
  const alone = new Float64Array(samples.count).fill(NaN)
  const around = new Float64Array(COMPARED)
  for (let p = 0; p < owners.length; p++) {
    let others = 0
    for (let c = p * count, end = c + count; c < end && others < COMPARED; c++)
      if (squaredDistances[c] > 0) others = insertInto(around, others, sparsity[place[indices[c]]])
    if (others === 0) continue
    const usual = (around[(others - 1) >> 1] + around[others >> 1]) / 2
    alone[owners[p] - samples.begin] = sparsity[owners[p]] - Math.max(usual, floor)
  }
  return { sparsity, isolation: samples.gather(alone) }
}

/** Puts a value among the `count` ascending ones at the start; gives how many these are then. */
function insertInto(ascending: Float64Array, count: number, value: number): number {
  let at = count
  for (; at > 0 && ascending[at - 1] > value; at--) ascending[at] = ascending[at - 1]
  ascending[at] = value
  return count + 1
}

/** Unit rows (n×r) times their lengths. */
function atFullLength(scores: Matrix, lengths: Float64Array): Matrix {
  const { rows, columns, data } = scores
  const result = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) for (let j = 0; j < columns; j++, p++) result.data[p] = data[p] * lengths[i]
  return result
}
