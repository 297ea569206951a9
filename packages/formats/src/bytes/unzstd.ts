import type { InputError } from '@manyview/core'
import { badFile, guardLibrary } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { xxh64 } from './checksums.ts'
import { growsTooMuch, unpackedLimit } from './inflate.ts'

/** The source that a .zst file holds, under its name without `.zst`. Its frames are looked at before any is unpacked; checksums are checked. */
export async function unzstd(source: ByteSource): Promise<ByteSource> {
  const bytes = await source.slice(0)
  const wrong = () => badFile(source.name, 'is a damaged zstd file, get the file again')
  const limit = unpackedLimit(source)
  const frames: Uint8Array[] = []
  let total = 0
  for (let at = 0; at < bytes.length; ) {
    const { end, declared, most, window } = scanZstdFrame(bytes, at, wrong)
    total += declared ?? most
    if (Math.max(total, declared === null ? window : 0) > limit) throw growsTooMuch(source, total)
    frames.push(bytes.subarray(at, end))
    at = end
  }
  // Loaded when it is needed: few files are packed so, and a page should open quickly.
  const { compressors } = await import('hyparquet-compressors')
  const parts = await guardLibrary(source.name, 'zstd', () => frames.map((frame) => unpackFrame(frame)))
  const name = source.name.replace(/\.zst$/i, '')
  if (parts.length === 1) return bytesSource(name, parts[0])
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let filled = 0
  for (const part of parts) {
    data.set(part, filled)
    filled += part.length
  }
  return bytesSource(name, data)

  function unpackFrame(frame: Uint8Array): Uint8Array {
    const part = compressors.ZSTD!(frame, 0)
    const hasChecksum = (frame[4] & 4) !== 0
    const stored = new DataView(frame.buffer, frame.byteOffset + frame.length - 4, 4).getUint32(0, true)
    if (hasChecksum && Number(xxh64(part) & 0xffffffffn) !== stored) throw wrong()
    return part
  }
}

const largestBlock = 128 * 1024

/** What the headers of one zstd frame say: where it ends, the size it declares (null where it does not), and the most its blocks and its window can take. */
interface ZstdFrame {
  end: number
  declared: number | null
  most: number
  window: number
}

/** Walks over the blocks of the zstd frame that begins at `begin`, without unpacking any. Source: RFC 8878. */
export function scanZstdFrame(bytes: Uint8Array, begin: number, wrong: () => InputError): ZstdFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length - begin < 9 || view.getUint32(begin, true) !== 0xfd2fb528) throw wrong()
  const flags = bytes[begin + 4]
  const single = (flags & 32) !== 0
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6]
  let at = begin + 5 + (single ? 0 : 1) + [0, 1, 2, 4][flags & 3]
  if (at + sizeBytes > bytes.length) throw wrong()
  // The window is what a decoder sets aside where the frame does not give its size.
  const window = single ? 0 : 2 ** (10 + (bytes[begin + 5] >> 3)) * (1 + (bytes[begin + 5] & 7) / 8)
  let declared = 0
  for (let b = sizeBytes - 1; b >= 0; b--) declared = declared * 256 + bytes[at + b]
  at += sizeBytes
  let most = 0
  for (let last = false; !last; ) {
    if (at + 3 > bytes.length) throw wrong()
    const head = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16)
    last = (head & 1) === 1
    const kind = (head >> 1) & 3
    const length = head >> 3
    if (kind === 3 || length > largestBlock) throw wrong()
    at += 3 + (kind === 1 ? 1 : length)
    most += kind === 2 ? largestBlock : length
  }
  const end = at + (flags & 4 ? 4 : 0)
  if (end > bytes.length) throw wrong()
  return { end, declared: sizeBytes === 0 ? null : declared + (sizeBytes === 2 ? 256 : 0), most, window }
}

/** Undoes zstd to exactly `size` bytes with the given decoder, after its frame was seen to hold no more than `limit`. */
export function decodeZstd(
  file: string,
  bytes: Uint8Array,
  size: number,
  limit: number,
  decode: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const wrong = () => badFile(file, `has damaged zstd data for ${size} bytes, get the file again`)
  const { end, declared, most, window } = scanZstdFrame(bytes, 0, wrong)
  if (size > limit || end !== bytes.length) throw wrong()
  if (declared === null ? Math.max(window, most) > limit : declared !== size) throw wrong()
  const result = decode(bytes)
  if (result.length !== size) throw wrong()
  return result
}
