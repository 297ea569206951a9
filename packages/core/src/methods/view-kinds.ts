import type { ViewKind } from '../data/view-kind.ts'

/** The kinds of views that are told, by name, from the validated option (JSON text or null); other views are looked at. */
export function toldKinds(option: unknown): Map<string, ViewKind> {
  return new Map(Object.entries(JSON.parse((option as string | null | undefined) ?? '{}') as Record<string, ViewKind>))
}
