import { InputError } from '@manyview/core'

/** A reader of whole numbers for the flag of that name. */
export function wholeNumber(flag: string, minimum = Number.MIN_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isSafeInteger(value) && value >= minimum) return value
    const least = minimum > Number.MIN_SAFE_INTEGER ? ` of at least ${minimum}` : ''
    throw new InputError(`is ${text || 'empty'}, give a whole number${least}`, { code: 'bad-option', argument: flag })
  }
}

/** A reader of `name=value` for the flag of that name, given any number of times. */
export function namedValue(flag: string): (text: string, before?: Record<string, string>) => Record<string, string> {
  return (text, before = {}) => {
    const at = text.indexOf('=')
    if (at > 0) return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() }
    throw new InputError(`is "${text}", give name=value, for example ${flag} ${example[flag]}`, {
      code: 'bad-option',
      argument: flag,
    })
  }
}

const example: Record<string, string> = {
  '--set': 'maxIterations=50',
  '--kind': 'words=counts',
  '--columns': 'image=img_',
  '--weight': 'words=2',
  '--metadata-kind': 'stage=category',
}

/** A reader of a flag that is given any number of times. */
export function each(text: string, before: string[] = []): string[] {
  return [...before, text]
}

/** Reads `a,b,c`. */
export function nameList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
