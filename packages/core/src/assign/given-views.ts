import type { AnyView, AnyViews } from '../data/blocked-view.ts'

/**
 * The views without those that not one of the samples has: a fit could make nothing of them, but new samples may well lack a view all together. Where nothing
 * would be left they stay, so that the usual refusal says so. Of a view in blocks only its marks are looked at. O(entries).
 */
export function givenViews(views: AnyViews): AnyViews {
  const named = Object.entries(
    Array.isArray(views) ? Object.fromEntries(views.map((view, v) => [`view ${v + 1}`, view])) : views,
  ) as [string, AnyView][]
  const given = named.filter(([, view]) => !isAbsent(view))
  return Object.fromEntries(given.length > 0 ? given : named)
}

function isAbsent(view: AnyView): boolean {
  if (Array.isArray(view)) return view.length > 0 && view.every((row) => row.length > 0 && row.every(Number.isNaN))
  const { present } = view as Exclude<AnyView, readonly (readonly number[])[]>
  if (present && Array.from(present).every((mark) => !mark)) return true
  return 'data' in view && view.data.length > 0 && Array.prototype.every.call(view.data, Number.isNaN)
}
