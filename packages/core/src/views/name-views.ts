import { InputError } from '../input-error.ts'

/**
 * The views with their names, in order: an array of views names them `view 1`, `view 2`, …; rows of numbers that are no array of views, or a plain list of numbers, are one view.
 * What the views hold is not looked at.
 */
export function nameViews<V>(input: unknown): [string, V][] {
  if (typeof input !== 'object' || input === null)
    throw new InputError(`are ${JSON.stringify(input)}, give an object of views by name, or rows of numbers`, {
      code: 'no-views',
      argument: 'views',
    })
  const alone = isList(input) || (Array.isArray(input) && isList(input[0]))
  if (alone && (input as ArrayLike<unknown>).length > 0) return [['view 1', input as V]]
  return Array.isArray(input) ? input.map((view, v) => [`view ${v + 1}`, view]) : Object.entries(input)
}

/** True for one value after the other; false for rows, and for views with a shape of their own. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return ArrayBuffer.isView(value) || (Array.isArray(value) && (typeof value[0] !== 'object' || value[0] === null))
}
