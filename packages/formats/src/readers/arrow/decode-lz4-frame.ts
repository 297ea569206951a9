import { badFile } from '../../bytes/bad-file.ts'

/** Undoes the LZ4 frame format, in which Arrow and Feather keep compressed columns, to exactly `size` bytes. Checksums are not checked. Source: LZ4 frame format 1.6. */
export function decodeLz4Frame(file: string, bytes: Uint8Array, size: number): Uint8Array {
  const damaged = () => badFile(file, 'has damaged LZ4 data, get the file again')
  if (!(size >= 0 && size <= bytes.length * 256)) throw damaged()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw damaged()
  const flags = bytes[4]
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0)
  const result = new Uint8Array(size)
  let to = 0
  while (at + 4 <= bytes.length) {
    const head = view.getUint32(at, true)
    at += 4
    if (head === 0) break
    const length = head & 0x7fffffff
    const end = at + length
    if (end > bytes.length) throw damaged()
    if (head >>> 31) {
      if (to + length > size) throw damaged()
      result.set(bytes.subarray(at, end), to)
      to += length
    } else to = decodeBlock(bytes, at, end, result, to, damaged)
    at = end + (flags & 16 ? 4 : 0)
  }
  if (to !== size) throw damaged()
  return result
}

function decodeBlock(
  bytes: Uint8Array,
  begin: number,
  end: number,
  result: Uint8Array,
  start: number,
  damaged: () => Error,
): number {
  let at = begin
  let to = start
  const extended = (length: number) => {
    let total = length
    if (length === 15) for (let more = 255; more === 255 && at < end; ) total += more = bytes[at++]
    return total
  }
  while (at < end) {
    const token = bytes[at++]
    const literals = extended(token >> 4)
    if (at + literals > end || to + literals > result.length) throw damaged()
    result.set(bytes.subarray(at, at + literals), to)
    at += literals
    to += literals
    if (at >= end) return to
    const distance = bytes[at] | (bytes[at + 1] << 8)
    at += 2
    const length = extended(token & 15) + 4
    if (distance === 0 || distance > to || to + length > result.length || at > end) throw damaged()
    for (let i = 0; i < length; i++, to++) result[to] = result[to - distance]
  }
  return to
}
