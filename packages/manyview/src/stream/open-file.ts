import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { orFileProblem } from '../files/file-problem.ts'

/** A file that is read many times, in parts and at once; a change of it is noticed. */
export interface OpenFile {
  readonly path: string
  readonly byteLength: number
  /** Fills `target` with the bytes from `start`, all of which must be there. */
  read(target: Uint8Array, start: number): void
  close(): void
}

/** Opens a file for reading until it is closed. */
export function openFile(path: string): OpenFile {
  const file = orFileProblem(path, () => openSync(path, 'r'))
  const status = orFileProblem(path, () => fstatSync(file))
  if (!status.isFile()) {
    closeSync(file)
    throw new InputError('is not a file, give a data file', { code: 'file', argument: path })
  }
  const { size: byteLength, mtimeMs } = status
  const changed = (how: string) =>
    new InputError(`${how}, it changed while it was read`, { code: 'file', argument: path, details: { byteLength } })
  return {
    path,
    byteLength,
    read(target, start) {
      orFileProblem(path, () => {
        for (let done = 0; done < target.length; ) {
          const count = readSync(file, target, done, target.length - done, start + done)
          if (count === 0) throw changed(`ends at byte ${start + done} but had ${byteLength} bytes`)
          done += count
        }
        // Numbers of two states of a file would give a result of neither.
        if (fstatSync(file).mtimeMs !== mtimeMs) throw changed('was written to')
      })
    },
    close: () => closeSync(file),
  }
}
