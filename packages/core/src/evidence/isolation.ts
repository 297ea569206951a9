import { placedNeighbours } from '../graphs/find-neighbours.ts'
import { listSquares } from '../graphs/list-squares.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { median, nthSmallestInto } from '../numerics/math/median.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { FEW_DIMENSIONS } from '../views/comparable-rows.ts'
import type { ScoredView } from './scores.ts'

/** Neighbours whose mean distance says how sparse it is around a sample, neighbours that it is compared with, and copies that may stand before them in a list. */
const NEAR = 5
const COMPARED = 9
const COPIES = 5

/** How alone each sample of all processes is in a view; NaN where it lacks the view. */
export interface Isolation {
  /** The logarithm of the mean distance to the 5 nearest samples that are no copies. */
  readonly sparsity: Float64Array
  /** By how much it is sparser around the sample than around its 9 nearest, or than around the densest quarter of the view if that is sparser. */
  readonly isolation: Float64Array
}

/**
 * How alone samples are in a view, by their scores at full length: in rows of unit length a sample beyond all others is among them. A small cluster is as dense as its members' neighbours are, so that it does not count as
 * alone. It takes one search for neighbours.
 */
export function* measureIsolation(
  rt: Runtime,
  samples: Samples,
  view: Pick<ScoredView, 'scores' | 'lengths' | 'present'>,
  random: Random,
): Generator<Progress, Isolation> {
  const points = atFullLength(view.scores, view.lengths)
  const most = Math.min(COMPARED + COPIES, samples.total - 1)
  const near = yield* placedNeighbours(samples.ranks, rt, points, view.present, most, random)
  const { place, neighbours } = near
  const first = rowRange(samples.ranks, neighbours.samples).begin
  const squares = listSquares(rt.kernels, samples.gatherRows(points), near, first)
  const sparse = new Float64Array(samples.count).fill(NaN)
  const othersOf = (p: number, wanted: number) => {
    const others: number[] = []
    for (let c = p * neighbours.count; c < (p + 1) * neighbours.count && others.length < wanted; c++)
      if (squares[c] > 0) others.push(c)
    return others
  }
  for (let p = 0; p < neighbours.samples; p++) {
    const others = othersOf(p, NEAR)
    const sum = others.reduce((total, c) => total + Math.sqrt(squares[c]), 0)
    if (others.length > 0) sparse[place[first + p] - samples.begin] = logarithm(sum / others.length)
  }
  const sparsity = samples.gather(sparse)
  const measured = sparsity.filter((value) => !Number.isNaN(value))
  const floor = measured.length > 0 ? nthSmallestInto(measured, measured.length >> 2) : 0
  const alone = new Float64Array(samples.count).fill(NaN)
  for (let p = 0; p < neighbours.samples; p++) {
    const sample = place[first + p]
    const around = othersOf(p, COMPARED).map((c) => sparsity[place[neighbours.indices[c]]])
    const usual = around.filter((value) => !Number.isNaN(value))
    if (usual.length > 0) alone[sample - samples.begin] = sparsity[sample] - Math.max(median(usual), floor)
  }
  return { sparsity, isolation: samples.gather(alone) }
}

/** Scores before they were made comparable; in few dimensions their lengths are as they were. */
function atFullLength({ rows, columns, data }: Matrix, lengths: Float64Array): Matrix {
  if (columns < FEW_DIMENSIONS) return { rows, columns, data }
  return { rows, columns, data: data.map((value, p) => value * lengths[Math.floor(p / columns)]) }
}
