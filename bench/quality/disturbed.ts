import type { Matrix, SparseMatrix } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { isSparse, matrix, normal, type Random, toDense } from '@manyview/core/numerics'

/** Ways to spoil the views of a data set. */
export const disturbances = {
  'one view of noise added': addNoiseView,
  '10 % of one view replaced by noise': replaceSamples,
  'one view duplicated': duplicateView,
} as const

/** A further view of Gaussian noise with as many features as the first. */
function addNoiseView(input: PreparedViews, random: Random): PreparedViews {
  const noise = matrix(input.samples, Math.min(input.views[0].data.columns, 100))
  for (let p = 0; p < noise.data.length; p++) noise.data[p] = normal(random)
  return { ...input, views: [...input.views, { name: 'noise', data: noise, present: null }] }
}

/** In the first view every tenth sample, drawn at random, gets each feature from another random sample: right values, wrong together. */
function replaceSamples(input: PreparedViews, random: Random): PreparedViews {
  const [first, ...others] = input.views
  const source = isSparse(first.data) ? toDense(first.data) : first.data
  const spoilt = matrix(source.rows, source.columns, Float64Array.from(source.data))
  for (const i of random.permutation(source.rows).subarray(0, Math.round(source.rows / 10)))
    for (let j = 0; j < source.columns; j++)
      spoilt.data[i * source.columns + j] = source.data[random.below(source.rows) * source.columns + j]
  return { ...input, views: [{ ...first, data: spoilt as Matrix | SparseMatrix }, ...others] }
}

/** The first view once more under another name. */
function duplicateView(input: PreparedViews, _random: Random): PreparedViews {
  return { ...input, views: [...input.views, { ...input.views[0], name: `${input.views[0].name} again` }] }
}
