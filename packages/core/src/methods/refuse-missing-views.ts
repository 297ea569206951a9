import type { PreparedRows } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import type { Method } from './method.ts'

/** Refuses samples that lack views for a method that cannot do without; `methods` are those to name instead. */
export function refuseMissingViews(method: Method, input: PreparedRows, methods: readonly Method[]): void {
  if (method.missingViews) return
  const lacking = input.ids.filter((_, i) => input.views.some(({ present }) => present?.[i] === 0)).length
  if (lacking === 0) return
  const able = methods.filter(({ missingViews }) => missingViews).map(({ name }) => name)
  throw new InputError(
    `"${method.name}" needs every view of every sample but ${lacking} of ${input.samples} samples lack one, choose ${able.join(' or ')}`,
    { code: 'missing-views', argument: 'method', details: { lacking, samples: input.samples, able } },
  )
}
