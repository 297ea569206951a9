import { InputError } from '@manyview/core'

/** The error for a file that cannot be read: `file: what is wrong, what to do`. */
export function badFile(name: string, message: string, details?: Record<string, unknown>): InputError {
  return new InputError(message, { code: 'bad-file', argument: name, details })
}

/** Runs a reader that may fail in its own way on damaged files, and turns any such failure into an InputError. */
export async function guardLibrary<T>(file: string, format: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InputError) throw error
    throw badFile(
      file,
      `cannot be read as ${format} (${String((error as Error)?.message ?? error).slice(0, 200)}), get the file again`,
    )
  }
}
