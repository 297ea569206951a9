import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { randomisedSvd } from '../../numerics/linalg/randomised-svd.ts'
import type { Random } from '../../numerics/random/random.ts'
import { KernelMatrix } from '../../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { singleProcess } from '../../runtime/ranks/single-process.ts'

/** The points (n×p) along their `count` leading principal directions, n×count, widest first; as they are where they have no more columns than that. */
export function* principalScores(
  kernels: Kernels,
  points: Matrix,
  count: number,
  random: Random,
): Generator<Progress, Matrix> {
  const { rows, columns, data } = points
  if (rows < 3 || columns <= count) return points
  const mean = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) mean[j] += data[i * columns + j] / rows
  const centred = matrix(rows, columns)
  for (let i = 0, p = 0; i < rows; i++) for (let j = 0; j < columns; j++, p++) centred.data[p] = data[p] - mean[j]
  const mark = kernels.mark()
  const { u, s } = yield* randomisedSvd(kernels, new KernelMatrix(kernels, centred), count, random, singleProcess)
  kernels.release(mark)
  const scores = matrix(rows, count)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < Math.min(count, s.length); j++) scores.data[i * count + j] = u.data[i * u.columns + j] * s[j]
  return scores
}
