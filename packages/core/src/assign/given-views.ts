import type { View, Views } from '../data/view.ts'

/**
 * The views without those that not one of the samples has: a fit could make nothing of them, but new samples may well lack a view all together. Where nothing
 * would be left they stay, so that the usual refusal says so. O(entries).
 */
export function givenViews(views: Views): Views {
  const named = Object.entries(
    Array.isArray(views) ? Object.fromEntries(views.map((view, v) => [`view ${v + 1}`, view])) : views,
  ) as [string, View][]
  const given = named.filter(([, view]) => !isAbsent(view))
  return Object.fromEntries(given.length > 0 ? given : named)
}

function isAbsent(view: View): boolean {
  if (Array.isArray(view)) return view.length > 0 && view.every((row) => row.length > 0 && row.every(Number.isNaN))
  const { present } = view as Exclude<View, readonly (readonly number[])[]>
  if (present && Array.from(present).every((mark) => !mark)) return true
  return 'data' in view && view.data.length > 0 && Array.prototype.every.call(view.data, Number.isNaN)
}
