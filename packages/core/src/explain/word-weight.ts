import { logarithm } from '../numerics/math/logarithm.ts'
import type { FeatureValues } from './feature-columns.ts'
import type { Stratified } from './spread-over-clusters.ts'

/**
 * How much a word tells of each cluster: p·ln(p/q), where p of the samples inside and q of those outside have it, half a sample added to either side. Words that nearly all samples have tell nothing, however often they
 * stand in each, and neither do words of a few samples. It is the part of one word in the Kullback–Leibler divergence. O(values + clusters).
 */
export function wordWeight({ rows, values }: FeatureValues, { clusters, labels, weights }: Stratified): Float64Array {
  const sizes = new Float64Array(clusters)
  const having = new Float64Array(clusters)
  for (const label of labels) sizes[label] += weights[label]
  for (let p = 0; p < rows.length; p++) if (values[p] > 0) having[labels[rows[p]]] += weights[labels[rows[p]]]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const all = having.reduce((sum, count) => sum + count, 0)
  return having.map((count, c) => {
    const inside = (count + 0.5) / (sizes[c] + 1)
    const outside = (all - count + 0.5) / (total - sizes[c] + 1)
    return inside * logarithm(inside / outside)
  })
}
