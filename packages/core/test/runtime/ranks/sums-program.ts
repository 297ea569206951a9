// Run on every rank by sum-in-turn.test.ts.

import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { operatorOverRanks } from '../../../src/numerics/linalg/operator-over-ranks.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { ResidentMatrix } from '../../../src/runtime/kernels/resident-matrix.ts'
import type { Communicator } from '../../../src/runtime/ranks/communicator.ts'
import { oneProcess } from '../../../src/runtime/ranks/one-process.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { sumInTurn } from '../../../src/runtime/ranks/sum-in-turn.ts'
import { fingerprint } from '../../../src/views/fingerprint.ts'
import { drain } from '../../drain.ts'

export interface FoundSums {
  parts: Float64Array[]
  /** How often a rank added, in all. */
  added: number
  product: Float64Array
  print: [number, number]
}

/** Samples of which each is nearly lost beside the first: the sum shows in which order it was made. */
const values = Float64Array.from({ length: 40 }, (_, i) => (i === 0 ? 1 : (i % 7) * 2 ** -54))

function gaussian(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed)
  const data = Float64Array.from({ length: rows * columns }, () => normal(random))
  return matrix(rows, columns, data)
}

export async function run(communicator: Communicator = oneProcess): Promise<FoundSums> {
  const { size, rank } = communicator
  const own = share(values.length, size, rank)
  const parts = [1, 2, 3].map((length) => new Float64Array(length))
  let added = 0
  sumInTurn(communicator, parts, (sums, part) => {
    added++
    for (let i = own.begin; i < own.end; i++)
      for (let c = 0; c < sums.length; c++) sums[c] += values[i] * (part + c + 1)
  })
  const rowsOf = ({ rows, columns, data }: Matrix) => {
    const { begin, end } = share(rows, size, rank)
    return matrix(end - begin, columns, data.slice(begin * columns, end * columns))
  }
  // Large enough to go from rank to rank in several parts.
  const x = new ResidentMatrix(await Kernels.load(), rowsOf(gaussian(900, 300, 1)))
  const product = operatorOverRanks(communicator, x).transposeMultiply(rowsOf(gaussian(900, 101, 2)))
  const print = drain(fingerprint(rowsOf(gaussian(900, 3, 3)), communicator))
  return { parts, added, product: product.data, print }
}
