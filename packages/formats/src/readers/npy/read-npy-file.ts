import type { ByteSource } from '../../bytes/byte-source.ts'
import { fileStem } from '../../bytes/file-stem.ts'
import type { Variable } from '../../bytes/stored-value.ts'
import { readNpy } from './read.ts'
import { unreadNpy } from './unread-npy.ts'

/** Reads an NPY file as one variable, named after the file; with `leave` only the outline of a matrix. */
export async function readNpyFile(source: ByteSource, leave = false): Promise<Variable[]> {
  const value = leave ? await unreadNpy(source) : readNpy(source.name, await source.slice(0))
  return [{ name: fileStem(source.name), value }]
}
