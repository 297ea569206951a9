import { badFile } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { scanZstdFrame } from './decode-zstd.ts'
import { guardLibrary } from './guard-library.ts'
import { growsTooMuch, unpackedLimit } from './unpacked-limit.ts'
import { xxh64 } from './xxh64.ts'

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
