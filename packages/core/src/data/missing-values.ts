import { InputError } from '../input-error.ts'
import { counted } from '../words/numbers.ts'
import { presentSamples } from './present-samples.ts'
import type { DenseView, SparseView } from './view.ts'

/** How much of a view is NaN, samples that lack the view left out. */
export interface MissingValues {
  name: string
  values: number
  /** Samples and features with at least one missing value. */
  samples: number
  features: number
  /** Where the first one stands. */
  first: { sample: number; feature: number }
}

/** Counts the missing values (NaN) of a view; null: it has none. O(entries). */
export function missingValues(name: string, view: DenseView | SparseView): MissingValues | null {
  const present = presentSamples(view)
  const incomplete = new Uint8Array(view.features)
  let first: MissingValues['first'] | null = null
  let values = 0
  let samples = 0
  for (let i = 0; i < view.samples; i++) {
    if (present?.[i] === 0) continue
    const before = values
    const sparse = 'pointers' in view
    const begin = sparse ? view.pointers[i] : i * view.features
    const end = sparse ? view.pointers[i + 1] : begin + view.features
    for (let p = begin; p < end; p++) {
      if (!Number.isNaN(Number(sparse ? view.values[p] : view.data[p]))) continue
      const feature = sparse ? view.indices[p] : p - begin
      first ??= { sample: i, feature }
      incomplete[feature] = 1
      values++
    }
    if (values > before) samples++
  }
  const features = incomplete.reduce((sum, mark) => sum + mark, 0)
  return first && { name, values, samples, features, first }
}

/**
 * The refusal of missing values: how many in each view, where the first stands, and the ways out (`waysOut`: how the caller's user asks for them).
 * Samples are named where there are `ids`.
 */
export function missingValuesError(
  found: readonly MissingValues[],
  waysOut: string,
  ids: readonly string[] | null = null,
): InputError {
  const words = ({ values, samples, features, first }: MissingValues) => {
    const called = ids ? ` ("${ids[first.sample]}")` : ''
    return `${counted(values, 'missing value')} (NaN) in ${counted(samples, 'sample')} and ${counted(features, 'feature')}, the first at sample ${first.sample}${called}, feature ${first.feature}`
  }
  const others = found.slice(1).map((view) => `; ${view.name}: ${words(view)}`)
  return new InputError(`has ${words(found[0])}${others.join('')}; ${waysOut}`, {
    code: 'missing-values',
    argument: found[0].name,
    details: { views: found },
  })
}
