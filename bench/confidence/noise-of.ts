import type { PreparedViews } from '@manyview/core/methods'
import { isSparse, matrix, normal, type Random, takeRows, toDense } from '@manyview/core/numerics'

/** Ways to make views without common clusters out of a file, from its first samples. */
export const noiseOf = {
  'normal noise': normalNoise,
  'columns permuted': permutedColumns,
  'rows unmatched': unmatchedRows,
} as const

/** Views of the same number of features, at most 100, all of them normal numbers. */
function normalNoise(input: PreparedViews, most: number, random: Random): PreparedViews {
  const { samples, ids, views } = first(input, most)
  return {
    samples,
    ids,
    views: views.map(({ name, data }) => {
      const noise = matrix(samples, Math.min(data.columns, 100))
      for (let p = 0; p < noise.data.length; p++) noise.data[p] = normal(random)
      return { name, data: noise, present: null }
    }),
  }
}

/** Every feature keeps its values but in an order of its own, so that no two features know of each other. */
function permutedColumns(input: PreparedViews, most: number, random: Random): PreparedViews {
  const { samples, ids, views } = first(input, most)
  return {
    samples,
    ids,
    views: views.map(({ name, data }) => {
      const source = isSparse(data) ? toDense(data) : data
      const mixed = matrix(source.rows, source.columns)
      for (let j = 0; j < source.columns; j++) {
        const order = random.permutation(source.rows)
        for (let i = 0; i < source.rows; i++)
          mixed.data[i * source.columns + j] = source.data[order[i] * source.columns + j]
      }
      return { name, data: mixed, present: null }
    }),
  }
}

/** Every view keeps its samples but in an order of its own: clusters in each view, none in common. */
function unmatchedRows(input: PreparedViews, most: number, random: Random): PreparedViews {
  const { samples, ids, views } = first(input, most)
  return {
    samples,
    ids,
    views: views.map((view) => ({ ...view, data: takeRows(view.data, random.permutation(samples)) })),
  }
}

function first(input: PreparedViews, most: number): PreparedViews {
  if (input.samples <= most) return input
  const rows = Uint32Array.from({ length: most }, (_, i) => i)
  return {
    samples: most,
    ids: input.ids.slice(0, most),
    views: input.views.map((view) => ({ ...view, data: takeRows(view.data, rows) })),
  }
}
