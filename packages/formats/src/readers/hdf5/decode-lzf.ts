import { badFile } from '../../bytes/bad-file.ts'

/** Undoes LZF, the fast compression of h5py: runs of literals and copies from what came before, up to exactly `size` bytes. */
export function decodeLzf(file: string, bytes: Uint8Array, size: number): Uint8Array {
  const damaged = () => badFile(file, 'has damaged LZF data, get the file again')
  if (size > bytes.length * 264) throw damaged()
  const result = new Uint8Array(size)
  let to = 0
  for (let at = 0; at < bytes.length; ) {
    const control = bytes[at++]
    if (control < 32) {
      const count = control + 1
      if (at + count > bytes.length || to + count > size) throw damaged()
      result.set(bytes.subarray(at, at + count), to)
      at += count
      to += count
      continue
    }
    let length = control >> 5
    if (length === 7) length += bytes[at++]
    let from = to - ((control & 31) << 8) - bytes[at++] - 1
    if (!(from >= 0 && to + length + 2 <= size)) throw damaged()
    for (let i = 0; i < length + 2; i++) result[to++] = result[from++]
  }
  if (to !== size) throw damaged()
  return result
}
