import { InputError } from 'manyview'

/** A reader of whole numbers for the flag of that name. */
export function wholeNumber(flag: string, minimum = Number.MIN_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isSafeInteger(value) && value >= minimum) return value
    const least = minimum > Number.MIN_SAFE_INTEGER ? ` of at least ${minimum}` : ''
    throw new InputError(`is ${text || 'empty'}, give a whole number${least}`, { code: 'bad-option', argument: flag })
  }
}

/** Reads `option=value`, given any number of times. */
export function setting(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at > 0) return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() }
  throw new InputError(`is "${text}", give option=value, for example --set maxIterations=50`, {
    code: 'bad-option',
    argument: '--set',
  })
}

/** Reads `a,b,c`. */
export function nameList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
