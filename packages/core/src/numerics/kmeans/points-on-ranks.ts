import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { rowRange } from '../../runtime/ranks/row-range.ts'
import type { Matrix } from '../linalg/matrix.ts'

/** Points of at most unit length that lie on the ranks in their order, as the kernels see those of this rank. */
export interface PointsOnRanks {
  readonly ranks: Ranks
  readonly kernels: Kernels
  /** This rank's points, row by row, and room for `spare` rows behind them. */
  readonly block: Block
  readonly samples: number
  readonly features: number
  /** Points on the ranks before this one, and on all. */
  readonly first: number
  readonly total: number
}

/** Points that differ by less are one point: where memberships collapse, only rounding tells samples apart. */
const GRAIN = 1 / 1_099_511_627_776

/** Takes this rank's points (n×d, entries of at most 1 in size) into the kernels' memory, rounded to 2⁻⁴⁰: `sumExactly` needs that. Allocates and leaves the release to the caller. */
export function pointsOnRanks(
  ranks: Ranks,
  kernels: Kernels,
  { rows, columns, data }: Matrix,
  spare: number,
): PointsOnRanks {
  const block = kernels.allocate((rows + spare) * columns)
  const inside = block.f64
  for (let p = 0; p < data.length; p++) inside[p] = Math.round(data[p] / GRAIN) * GRAIN
  const { begin, total } = rowRange(ranks, rows)
  return { ranks, kernels, block, samples: rows, features: columns, first: begin, total }
}

/** Row i of this rank's points; valid until memory is allocated. */
export function pointAt({ block, features }: PointsOnRanks, i: number): Float64Array {
  return block.f64.subarray(i * features, (i + 1) * features)
}
