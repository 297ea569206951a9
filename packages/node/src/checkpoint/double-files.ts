import { closeSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InputError } from '@manyview/core'

/** Writes the arrays one after the other, at once: a temporary name, synced, renamed, so that the file is whole or not there. */
export function writeSynced(path: string, ...arrays: readonly (Float64Array | Uint8Array)[]): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  const file = openSync(temporary, 'w')
  try {
    for (const { buffer, byteOffset, byteLength } of arrays) {
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

/** Fills `target` with the doubles from number `first` of a file on. */
export function readDoubles(path: string, first: number, target: Float64Array): void {
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
  const file = openSync(path, 'r')
  try {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(file, bytes, done, bytes.length - done, 8 * first + done)
      if (read === 0)
        throw new InputError(`ends after ${8 * first + done} bytes, the checkpoint is damaged, remove it`, {
          code: 'checkpoint',
          argument: path,
        })
      done += read
    }
  } finally {
    closeSync(file)
  }
}
