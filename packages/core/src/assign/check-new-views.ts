import type { AnyView, AnyViews } from '../views/blocked-view.ts'
import type { ShapedView } from '../views/check-view.ts'
import { isList, nameViews } from '../views/name-views.ts'

/**
 * The views without those that not one of the samples has: a fit could make nothing of them, but new samples may well lack a view all together. Where nothing
 * would be left they stay, so that the usual refusal says so. Of a view in blocks only its marks are looked at. O(entries).
 */
export function checkNewViews(views: AnyViews): AnyViews {
  const named = nameViews<AnyView>(views)
  const given = named.filter(([, view]) => !isAbsent(view))
  return Object.fromEntries(given.length > 0 ? given : named)
}

function isAbsent(view: AnyView): boolean {
  if (isList(view)) return view.length > 0 && Array.from(view as ArrayLike<unknown>).every(Number.isNaN)
  if (Array.isArray(view)) return view.length > 0 && view.every(isAbsent)
  const { present } = view as ShapedView
  if (present && Array.from(present).every((mark) => !mark)) return true
  return 'data' in view && view.data.length > 0 && Array.prototype.every.call(view.data, Number.isNaN)
}
