import { InputError } from '@manyview/core'
import { presentSamples } from '@manyview/core/numerics'
import type { Markers } from '@manyview/drawing'
import type { Dataset } from '@manyview/formats'

/** The values of one feature, one per sample. O(samples), of sparse views O(entries). */
export function featureValues(dataset: Dataset, view: string, feature: number): Float32Array {
  const entry = dataset.views.find(({ name }) => name === view)
  if (!entry || feature < 0 || feature >= entry.view.features)
    throw new InputError(`there is no feature ${feature}`, { code: 'no-feature', argument: view })
  const { samples, features } = entry.view
  const values = new Float32Array(samples)
  if (!('pointers' in entry.view)) {
    const { data } = entry.view
    return values.map((_, i) => data[i * features + feature])
  }
  const { pointers, indices, values: entries } = entry.view
  for (let i = 0; i < samples; i++)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) if (indices[p] === feature) values[i] = entries[p]
  return values
}

/** What features of a view are in each cluster, over the samples that have the view; zero stands for nothing in counts and in sparse views. */
export function markers(
  dataset: Dataset,
  view: string,
  features: readonly number[],
  labels: Int32Array,
  clusters: number,
): Markers {
  const { view: numbers, kind } = dataset.views.find(({ name }) => name === view)!
  const present = presentSamples(numbers)
  const sizes = new Float64Array(clusters)
  labels.forEach((label, i) => {
    if (present?.[i] !== 0) sizes[label]++
  })
  const means = new Float64Array(features.length * clusters)
  const above = new Float64Array(means.length)
  features.forEach((feature, f) => {
    const values = featureValues(dataset, view, feature)
    labels.forEach((label, i) => {
      if (present?.[i] === 0) return
      means[f * clusters + label] += values[i] / sizes[label]
      if (values[i] > 0) above[f * clusters + label] += 1 / sizes[label]
    })
    for (let c = 0; c < clusters; c++) if (sizes[c] === 0) means[f * clusters + c] = above[f * clusters + c] = NaN
  })
  const isCounts = kind === 'counts' || 'pointers' in numbers
  return { means, shares: isCounts ? above : null }
}
