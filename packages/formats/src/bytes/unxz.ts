import { badFile } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { crc32, crc64 } from './checksums.ts'
import { growsTooMuch, unpackedLimit } from './inflate.ts'
import { Lzma2Decoder } from './lzma2.ts'
import { sha256 } from './sha256.ts'

/** The blocks of one stream: where the first begins, the bytes of each with its check but without padding, and its size once unpacked. */
interface XzStream {
  begin: number
  check: number
  blocks: { packed: number; size: number }[]
}

const checkBytes: Record<number, number> = { 0: 0, 1: 4, 4: 8, 10: 32 }

/** The source that an .xz file holds, under its name without `.xz`. The index at its end says how large it grows, which is looked at first; checksums are checked. Source: The .xz File Format 1.1. */
export async function unxz(source: ByteSource): Promise<ByteSource> {
  const bytes = await source.slice(0)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bad = (what: string) => badFile(source.name, `is a damaged xz file (${what}), get the file again`)
  const streams = findStreams()
  const total = streams.reduce((sum, { blocks }) => sum + blocks.reduce((size, block) => size + block.size, 0), 0)
  if (!(total <= unpackedLimit(source))) throw growsTooMuch(source, total)
  const out = new Uint8Array(total)
  let written = 0
  for (const { begin, check, blocks } of streams)
    for (let at = begin, b = 0; b < blocks.length; b++) {
      const { packed, size } = blocks[b]
      const end = at + padded(packed)
      readBlock(at, end, size, check)
      at = end
    }
  const name = source.name.replace(/\.(xz|txz)$/i, (ending) => (/t/i.test(ending) ? '.tar' : ''))
  return bytesSource(name, out)

  /** All streams of the file, found from its end. */
  function findStreams(): XzStream[] {
    const list: XzStream[] = []
    for (let end = bytes.length; end > 0; ) {
      while (end >= 4 && view.getUint32(end - 4) === 0) end -= 4
      if (end < 32 || bytes[end - 2] !== 0x59 || bytes[end - 1] !== 0x5a) throw bad('no end')
      const check = bytes[end - 3] & 15
      const indexAt = end - 12 - 4 * (view.getUint32(end - 8, true) + 1)
      if (!(check in checkBytes))
        throw badFile(source.name, `has a checksum of kind ${check}, which is not read, pack it again`)
      if (
        !(indexAt >= 12 && bytes[indexAt] === 0) ||
        crc32(bytes.subarray(end - 8, end - 2)) !== view.getUint32(end - 12, true)
      )
        throw bad('no index')
      const blocks = readIndex(indexAt, end - 12)
      const begin = indexAt - blocks.reduce((sum, { packed }) => sum + padded(packed), 0)
      end = begin - 12
      if (end < 0 || view.getUint32(end) !== 0xfd377a58) throw bad('no beginning')
      list.unshift({ begin, check, blocks })
    }
    return list
  }

  function readIndex(at: number, end: number): XzStream['blocks'] {
    if (crc32(bytes.subarray(at, end - 4)) !== view.getUint32(end - 4, true)) throw bad('a wrong checksum of the index')
    const place = { at: at + 1 }
    const count = variable(place, end)
    if (!(count * 2 <= end - at)) throw bad(`${count} blocks`)
    return Array.from({ length: count }, () => ({ packed: variable(place, end), size: variable(place, end) }))
  }

  function readBlock(begin: number, end: number, size: number, check: number): void {
    const header = 4 * (bytes[begin] + 1)
    if (bytes[begin] === 0 || !(end <= bytes.length && begin + header + checkBytes[check] <= end))
      throw bad('a block too long')
    if (crc32(bytes.subarray(begin, begin + header - 4)) !== view.getUint32(begin + header - 4, true))
      throw bad('a wrong checksum of a block')
    const flags = bytes[begin + 1]
    const place = { at: begin + 2 }
    for (const flag of [0x40, 0x80]) if (flags & flag) variable(place, end)
    if (flags & 3 || bytes[place.at] !== 0x21)
      throw badFile(source.name, 'uses filters other than LZMA2, pack it again with xz')
    const before = written
    const done = new Lzma2Decoder(bytes.subarray(0, end - checkBytes[check]), begin + header, out, written, bad).run()
    written = done.written
    if (written - before !== size) throw bad(`${written - before} of ${size} bytes`)
    checkData(out.subarray(before, written), end - checkBytes[check], check)
  }

  function checkData(data: Uint8Array, at: number, check: number): void {
    const stored = bytes.subarray(at, at + checkBytes[check])
    const computed =
      check === 1 ? little(crc32(data)) : check === 4 ? crc64(data) : check === 10 ? sha256(data) : stored
    if (stored.some((byte, i) => byte !== computed[i])) throw bad('a wrong checksum')
  }

  /** A number of seven bits per byte, the lowest first. */
  function variable(place: { at: number }, end: number): number {
    let value = 0
    for (let shift = 0; shift < 8; shift++) {
      if (place.at >= end) throw bad('it ends early')
      const byte = bytes[place.at++]
      value += (byte & 127) * 128 ** shift
      if (byte < 128) return value
    }
    throw bad('a number too long')
  }
}

/** Blocks begin at multiples of four bytes; the padding stands before the check. */
function padded(size: number): number {
  return Math.ceil(size / 4) * 4
}

function little(value: number): Uint8Array {
  return Uint8Array.from([0, 8, 16, 24], (shift) => (value >>> shift) & 255)
}
