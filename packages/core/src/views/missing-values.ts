import { InputError } from '../input-error.ts'
import { runToEnd } from '../runtime/steps.ts'
import { counted } from '../words/numbers.ts'
import type { ShapedView } from './check-view.ts'
import { inspectRows } from './inspect-rows.ts'
import { viewRows } from './view-rows.ts'

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
export function missingValues(name: string, view: ShapedView): MissingValues | null {
  const { missing } = runToEnd(inspectRows(viewRows(name, view), view.present))
  return missing && { name, ...missing }
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
