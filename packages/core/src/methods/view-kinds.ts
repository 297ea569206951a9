import type { ViewKind } from '../data/view-kind.ts'
import { refuseUnknownViews } from './by-view.ts'

/** The kinds of views that are told, by name, from the validated option (JSON text or null); other views are looked at. */
export function toldKinds(
  option: string | null | undefined,
  views: readonly { readonly name: string }[],
): Map<string, ViewKind> {
  const given = new Map(Object.entries(JSON.parse(option ?? '{}') as Record<string, ViewKind>))
  refuseUnknownViews('viewKinds', given.keys(), views)
  return given
}
