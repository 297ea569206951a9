import { InputError } from '../input-error.ts'
import type { OptionValues } from './method.ts'

/** Reads weights from `name=2,other=0.5`, from JSON text or from an object; null where it is none of them or a weight is not a number ≥ 0. */
export function readWeights(value: unknown): Record<string, number> | null {
  const entries = typeof value === 'string' ? fromText(value) : Object.entries(Object(value))
  if (!entries || entries.length === 0) return null
  const weights = entries.map(([name, weight]) => [name, Number(weight)] as const)
  const sound = entries.every(
    ([, weight], e) => String(weight).trim() !== '' && Number.isFinite(weights[e][1]) && weights[e][1] >= 0,
  )
  return sound ? Object.fromEntries(weights) : null
}

function fromText(text: string): [string, unknown][] | null {
  if (text.trim().startsWith('{')) {
    try {
      return Object.entries(JSON.parse(text))
    } catch {
      return null
    }
  }
  const parts = text.split(',').map((part) => part.split('='))
  return parts.every((part) => part.length === 2) ? parts.map(([name, weight]) => [name.trim(), weight]) : null
}

/** One weight per view, mean 1 over the views that have one above 0, from the validated option `viewWeights`; views not named weigh 1. */
export function viewWeights(options: OptionValues, views: readonly { readonly name: string }[]): number[] {
  const given = new Map(Object.entries((options.viewWeights ?? {}) as Record<string, number>))
  const fail = (message: string) => {
    throw new InputError(message, { code: 'bad-option', argument: 'viewWeights' })
  }
  for (const name of given.keys())
    if (!views.some((view) => view.name === name))
      fail(`there is no view "${name}", the views are ${views.map((view) => view.name).join(', ')}`)
  const weights = views.map(({ name }) => given.get(name) ?? 1)
  const used = weights.filter((weight) => weight > 0)
  if (used.length === 0) fail('all views weigh 0, give at least one of them a weight above 0')
  const mean = used.reduce((sum, weight) => sum + weight, 0) / used.length
  return weights.map((weight) => weight / mean)
}
