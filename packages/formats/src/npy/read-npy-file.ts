import type { ByteSource } from '../bytes/byte-source.ts'
import { fileStem } from '../bytes/file-stem.ts'
import type { Variable } from '../bytes/stored-value.ts'
import { readNpy } from './read-npy.ts'

/** Reads an NPY file as one variable, named after the file. */
export async function readNpyFile(source: ByteSource): Promise<Variable[]> {
  return [{ name: fileStem(source.name), value: readNpy(source.name, await source.slice(0)) }]
}
