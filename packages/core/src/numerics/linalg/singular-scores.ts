import { KernelMatrix } from '../../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { singleProcess } from '../../runtime/ranks/single-process.ts'
import type { Random } from '../random/random.ts'
import { largestEigenFast } from './largest-eigen-fast.ts'
import { type Matrix, matrix, symmetricPart } from './matrix.ts'
import { randomisedSvd } from './randomised-svd.ts'

/** Columns up to which the Gram matrix is solved whole. */
const BY_GRAM = 400

/** Computes u·s of the leading singular triplets of a matrix (n×d, each rank its rows), without centring; up to 400 columns, and over ranks, by the Gram matrix (d×d). */
export function* singularScores(
  kernels: Kernels,
  a: Matrix,
  rank: number,
  random: Random,
  ranks: Ranks,
): Generator<Progress, Matrix> {
  if (ranks.size > 1 || a.columns <= BY_GRAM) return scoresByGram(kernels, a, rank, ranks)
  const mark = kernels.mark()
  const { u, s } = yield* randomisedSvd(kernels, new KernelMatrix(kernels, a), rank, random, singleProcess)
  kernels.release(mark)
  return matrix(
    u.rows,
    u.columns,
    u.data.map((value, p) => value * s[p % u.columns]),
  )
}

function scoresByGram(kernels: Kernels, a: Matrix, rank: number, ranks: Ranks): Matrix {
  const mark = kernels.mark()
  const resident = new KernelMatrix(kernels, a)
  const gram = resident.square()!
  ranks.allReduceSum(gram.data)
  const { vectors } = largestEigenFast(kernels, symmetricPart(gram), Math.min(rank, a.columns))
  const scores = resident.multiply(vectors)
  kernels.release(mark)
  return scores
}
