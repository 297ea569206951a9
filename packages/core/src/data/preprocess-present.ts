import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { NamedMatrix } from './prepare-views.ts'
import { type PreprocessedView, type Preprocessing, preprocessView } from './preprocess-view.ts'
import { takeRows } from './take-rows.ts'

/** Preprocesses a view by the samples that have it; the others get zero rows and are not `present`. As `preprocessView` where all have it. */
export function* preprocessPresent(
  kernels: Kernels,
  { data, present }: NamedMatrix,
  random: Random,
  options: Preprocessing = {},
): Generator<Progress, PreprocessedView> {
  if (!present) return yield* preprocessView(kernels, data, random, options)
  const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
  const found = yield* preprocessView(kernels, takeRows(data, place), random, options)
  const speaking = new Uint8Array(data.rows)
  place.forEach((sample, row) => {
    speaking[sample] = found.present[row]
  })
  const spread = ({ columns, data: own }: Matrix) => {
    const all = matrix(data.rows, columns)
    place.forEach((sample, row) => {
      all.data.set(own.subarray(row * columns, (row + 1) * columns), sample * columns)
    })
    return all
  }
  const scores = spread(found.scores)
  return { ...found, scores, wide: found.wide === found.scores ? scores : spread(found.wide), present: speaking }
}
