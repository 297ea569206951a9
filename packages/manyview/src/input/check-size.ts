import { statSync } from 'node:fs'
import { InputError, type Method } from '@manyview/core'
import { byteSizes } from '@manyview/core/words'

/** Files whose numbers take at least their own size in memory. */
const plainNumbers = /\.(npy|h5|hdf5|h5ad|mat)$/i

/** Refuses files of numbers that are larger than the free memory, which reading them would end in; `free` is in bytes. */
export function checkSize(paths: readonly string[], method: Method, free = process.availableMemory()): void {
  const bytes = bytesOf(paths.filter((path) => plainNumbers.test(path)))
  if (bytes <= free) return
  const [held, room] = byteSizes(bytes, free)
  const wayOut = method.blocks ? 'add --stream to read them in blocks' : 'use --method consensus or dstl with --stream'
  throw new InputError(`hold ${held} but ${room} of memory are free, ${wayOut}`, {
    code: 'out-of-memory',
    argument: 'files',
    details: { bytes, free },
  })
}

/** Bytes of all files together; folders, and what is piped in, count for nothing. */
export function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + sizeOf(path), 0)
}

/** 0 where there is no such file: what is wrong with it is said when it is read. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
