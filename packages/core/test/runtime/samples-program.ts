// Run on every rank by samples.test.ts: what samples know together.

import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { Samples } from '../../src/runtime/samples.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

export const INPUT = 23
/** Place of each sample of the input among nine that differ. */
export const places = Uint32Array.from({ length: INPUT }, (_, i) => (5 * i + 3) % 9)
const order = { places, samples: Uint32Array.from({ length: 9 }, (_, place) => places.indexOf(place)) }

/** What is known of all samples, in their order: a number each, of which the sum shows in which order it was made; rows; rows in which zeros are not stored. */
export const values = Float64Array.from({ length: 9 }, (_, place) => (place === 0 ? 1 : place * 2 ** -54))
export const rows = matrix(
  9,
  2,
  Float64Array.from({ length: 18 }, (_, p) => (p % 3 === 0 ? 0 : p)),
)

/** What every rank comes to know of all samples, from those that it has. */
export interface KnownOfSamples {
  sums: Float64Array
  counts: Float64Array
  least: Float64Array
  mean: number
  values: Float64Array
  rows: Matrix
  sparse: SparseMatrix
  /** What results become in the order of the input, of all ranks. */
  inInputOrder: Float64Array
  valuesInInputOrder: Float64Array
  inputSizes: Float64Array
}

export interface FoundSamples {
  /** Where samples lie on several ranks, and where each rank has all of them. */
  known: KnownOfSamples[]
  /** Rows that this rank has: of both. */
  held: { begin: number; end: number; total: number }[]
  /** True where a rank that has all samples finds its even share again, and all from these. */
  isShared: boolean
}

export async function run(ranks: Ranks = singleProcess): Promise<FoundSamples> {
  const spread = new Samples(order, ranks)
  const all = spread.everywhere()
  const held = [spread, all, all.spread()].map(({ begin, end, total }) => ({ begin, end, total }))
  const own = rowsOf(spread)
  const isShared =
    same(all.evenShare(rows), own) &&
    same(all.fromEvenShares(own), rows) &&
    String(all.evenShareOf(values)) === String(values.slice(spread.begin, spread.end)) &&
    spread.evenShare(own) === own &&
    spread.fromEvenShares(own) === own
  return { known: [spread, all].map((samples) => knownOf(samples, ranks)), held, isShared }
}

function knownOf(samples: Samples, ranks: Ranks): KnownOfSamples {
  const { begin, end } = samples
  const own = values.slice(begin, end)
  const sums = new Float64Array(2)
  samples.sum([sums], (total) => {
    for (const value of own) {
      total[0] += value
      total[1] -= 2 * value
    }
  })
  const counts = Float64Array.of(own.length)
  samples.addCounts(counts)
  const least = Float64Array.of(Math.min(...own), -end)
  samples.least(least)
  const input = share(INPUT, ranks.size, ranks.rank)
  const labels = Int32Array.from(places.subarray(input.begin, input.end), (place) => place % 4)
  return {
    sums,
    counts,
    least,
    mean: samples.mean(own),
    values: samples.gather(own),
    rows: samples.gatherRows(rowsOf(samples)),
    sparse: samples.gatherRows(sparseRows(rowsOf(samples)) as SparseMatrix),
    inInputOrder: ranks.allGather(samples.inInputOrder(rowsOf(samples)).data),
    valuesInInputOrder: ranks.allGather(samples.valuesInInputOrder(own)),
    inputSizes: samples.inputSizes(labels, 4),
  }
}

function rowsOf({ begin, count }: Samples): Matrix {
  return takeRows(
    rows,
    Array.from({ length: count }, (_, i) => begin + i),
  )
}

function same(a: Matrix, b: Matrix): boolean {
  return a.rows === b.rows && String(a.data) === String(b.data)
}
