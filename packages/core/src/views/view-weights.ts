import { InputError } from '../input-error.ts'
import type { OptionValues } from '../options.ts'
import { readByView, refuseUnknownViews } from './by-view.ts'

/** Reads weights from `name=2,other=0.5`, from JSON text or from an object; null where it is none of them or a weight is not a number ≥ 0. */
export function readWeights(value: unknown): Record<string, number> | null {
  const entries = readByView(value)
  if (!entries) return null
  const weights = entries.map(([name, weight]) => [name, Number(weight)] as const)
  const sound = entries.every(
    ([, weight], e) => String(weight).trim() !== '' && Number.isFinite(weights[e][1]) && weights[e][1] >= 0,
  )
  return sound ? Object.fromEntries(weights) : null
}

/** One weight per view, mean 1 over the views that have one above 0, from the validated option `viewWeights`; views not named weigh 1. */
export function viewWeights(options: OptionValues, views: readonly { readonly name: string }[]): number[] {
  const byName = new Map(Object.entries((options.viewWeights ?? {}) as Record<string, number>))
  refuseUnknownViews('viewWeights', byName.keys(), views)
  const weights = views.map(({ name }) => byName.get(name) ?? 1)
  const positive = weights.filter((weight) => weight > 0)
  if (positive.length === 0)
    throw new InputError('all views weigh 0, give at least one of them a weight above 0', {
      code: 'bad-option',
      argument: 'viewWeights',
    })
  const mean = positive.reduce((sum, weight) => sum + weight, 0) / positive.length
  return weights.map((weight) => weight / mean)
}
