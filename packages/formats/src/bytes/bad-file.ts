import { InputError } from '@manyview/core'

/** The error for a file that cannot be read: `file: what is wrong, what to do`. */
export function badFile(name: string, message: string, details?: Record<string, unknown>): InputError {
  return new InputError(message, { code: 'bad-file', argument: name, details })
}
