import { InputError } from '@manyview/core'
import { badFile } from './bad-file.ts'

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
