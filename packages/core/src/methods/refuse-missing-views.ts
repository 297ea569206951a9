import { InputError } from '../input-error.ts'
import type { NamedRows } from '../views/prepare-views.ts'
import type { Method } from './method.ts'

/** Which samples have which views. */
export interface Presence {
  readonly samples: number
  readonly views: readonly Pick<NamedRows, 'present'>[]
}

/** Counts the samples that lack a view. O(samples · views). */
export function countIncomplete({ samples, views }: Presence): number {
  let count = 0
  for (let i = 0; i < samples; i++) if (views.some(({ present }) => present?.[i] === 0)) count++
  return count
}

/** Refuses samples that lack views for a method that cannot do without; `methods` are those to name instead. */
export function refuseMissingViews(method: Method, input: Presence, methods: readonly Method[]): void {
  if (method.missingViews) return
  const lacking = countIncomplete(input)
  if (lacking === 0) return
  const able = methods.filter(({ missingViews }) => missingViews).map(({ name }) => name)
  throw new InputError(
    `"${method.name}" needs every view of every sample but ${lacking} of ${input.samples} samples lack one, choose ${able.join(' or ')}`,
    { code: 'missing-views', argument: 'method', details: { lacking, samples: input.samples, able } },
  )
}
