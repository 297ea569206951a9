// Run on every rank by sum-in-turn.test.ts.

import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { operatorOverRanks } from '../../../src/numerics/linalg/operator-over-ranks.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { orderedSum } from '../../../src/runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { fingerprint } from '../../../src/views/fingerprint.ts'
import { normalMatrix } from '../../numerics/random-matrix.ts'

export interface FoundSums {
  parts: Float64Array[]
  /** How often a rank added, in all. */
  added: number
  product: Float64Array
  print: [number, number]
}

/** Samples of which each is nearly lost beside the first: the sum shows in which order it was made. */
const values = Float64Array.from({ length: 40 }, (_, i) => (i === 0 ? 1 : (i % 7) * 2 ** -54))

export async function run(ranks: Ranks = singleProcess): Promise<FoundSums> {
  const { size, rank } = ranks
  const own = share(values.length, size, rank)
  const parts = [1, 2, 3].map((length) => new Float64Array(length))
  let added = 0
  orderedSum(ranks, parts, (sums, part) => {
    added++
    for (let i = own.begin; i < own.end; i++)
      for (let c = 0; c < sums.length; c++) sums[c] += values[i] * (part + c + 1)
  })
  const rowsOf = ({ rows, columns, data }: Matrix) => {
    const { begin, end } = share(rows, size, rank)
    return matrix(end - begin, columns, data.slice(begin * columns, end * columns))
  }
  // Large enough to go from rank to rank in several parts.
  const x = new KernelMatrix(await Kernels.load(), rowsOf(normalMatrix(900, 300, 1)))
  const product = operatorOverRanks(ranks, x).transposeMultiply(rowsOf(normalMatrix(900, 101, 2)))
  const print = runToEnd(fingerprint(rowsOf(normalMatrix(900, 3, 3)), ranks))
  return { parts, added, product: product.data, print }
}
