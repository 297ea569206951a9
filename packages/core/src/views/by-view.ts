import { InputError } from '../input-error.ts'

/** What is given for some views, from `name=2,other=0.5`, from JSON text or from an object; null where it is none of them or empty. */
export function readByView(value: unknown): [string, unknown][] | null {
  const entries = typeof value === 'string' ? fromText(value) : Object.entries(Object(value))
  return entries && entries.length > 0 ? entries : null
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
  return parts.every((part) => part.length === 2) ? parts.map(([name, value]) => [name.trim(), value.trim()]) : null
}

/** Refuses names that are not those of views. */
export function refuseUnknownViews(
  argument: string,
  names: Iterable<string>,
  views: readonly { readonly name: string }[],
): void {
  for (const name of names)
    if (!views.some((view) => view.name === name))
      throw new InputError(`there is no view "${name}", the views are ${views.map((view) => view.name).join(', ')}`, {
        code: 'bad-option',
        argument,
      })
}
