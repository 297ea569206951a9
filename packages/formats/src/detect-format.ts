import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'

/** The formats that are read. */
export type Format = 'mat5' | 'npy' | 'csv'

/** Tells the format by the first bytes, then by the ending of the name; text of any other name is taken as delimited text. */
export async function detectFormat(source: ByteSource): Promise<Format> {
  if (source.byteLength === 0) throw badFile(source.name, 'is empty (0 bytes), get the file again')
  const head = await source.slice(0, Math.min(132, source.byteLength))
  const starts = (text: string, at = 0) => [...text].every((letter, i) => head[at + i] === letter.charCodeAt(0))
  if (starts('\x93NUMPY')) return 'npy'
  if (starts('MATLAB 5.0') || starts('IM', 126) || starts('MI', 126)) return 'mat5'
  if (/\.mat$/i.test(source.name))
    throw badFile(source.name, 'is no MATLAB file of version 5 to 7.3, save it again with -v7')
  if (/\.npy$/i.test(source.name)) throw badFile(source.name, 'is no NPY file, save it again with numpy.save')
  return 'csv'
}
