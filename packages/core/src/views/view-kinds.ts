import type { OptionValues } from '../options.ts'
import type { ViewKind } from './treatments.ts'

/** The kinds of views that the validated option `viewKinds` tells, by name; other views are looked at. */
export function declaredKinds({ viewKinds }: OptionValues): Map<string, ViewKind> {
  return new Map(Object.entries((viewKinds ?? {}) as Record<string, ViewKind>))
}
