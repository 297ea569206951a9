import type { NamedMatrix, PreparedViews } from '@manyview/core/methods'
import { isSparse, Kernels, matrix, Random, ResidentMatrix, randomisedSvd, toDense } from '@manyview/core/numerics'
import { drain } from '../../packages/core/src/steps.ts'

/** Principal scores of a view at most. */
const SCORES = 50

/** Every view as people hand on what PCA made of it: the first 50 principal scores of its centred columns. */
export async function principalScores(input: PreparedViews): Promise<PreparedViews> {
  const kernels = await Kernels.load()
  return { ...input, views: input.views.map((view) => scoresOf(kernels, view)) }
}

function scoresOf(kernels: Kernels, view: NamedMatrix): NamedMatrix {
  const given = isSparse(view.data) ? toDense(view.data) : view.data
  const { rows, columns } = given
  const centred = matrix(rows, columns, given.data.slice())
  for (let j = 0; j < columns; j++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += given.data[i * columns + j] / rows
    for (let i = 0; i < rows; i++) centred.data[i * columns + j] -= mean
  }
  const mark = kernels.mark()
  const found = randomisedSvd(kernels, new ResidentMatrix(kernels, centred), Math.min(SCORES, columns), new Random(0))
  const { u, s } = drain(found)
  kernels.release(mark)
  return {
    ...view,
    data: matrix(
      u.rows,
      u.columns,
      u.data.map((value, p) => value * s[p % u.columns]),
    ),
  }
}
