import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { crc32 } from '../../bytes/checksums.ts'
import { inflateExactly, inflateStream } from '../../bytes/inflate.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'

/** How many times its size an archive may grow to; small ones may claim what any file may. */
const largestGrowth = 100

/** A file within a zip archive, not yet unpacked. */
export interface ZipMember {
  name: string
  /** Bytes that it has once it is unpacked, as the archive says. */
  size: number
  /** All its bytes; size and checksum are checked. */
  read(): Promise<Uint8Array>
  /** Gives its bytes piece by piece, so that they are never in memory together; size and checksum are checked. */
  stream(onData: (piece: Uint8Array) => void): Promise<void>
}

/**
 * Reads the directory of a zip archive (stored or deflated, zip64). Refused are members that lie over each other or beyond the file, and archives whose members would
 * take more memory than the file may claim, before any is unpacked. Source: PKWARE's APPNOTE 6.3.
 */
export async function openZip(source: ByteSource): Promise<ZipMember[]> {
  const bad = (message: string) => badFile(source.name, `is a damaged zip archive (${message}), get the file again`)
  const { count, size, start } = await findDirectory()
  const budget = new MemoryBudget(source)
  const directory = view(await part(start, size))
  const entries: ZipEntry[] = []
  for (let e = 0, at = 0; e < count; e++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw bad('directory cut short')
    const lengths = [28, 30, 32].map((field) => directory.getUint16(at + field, true))
    const next = at + 46 + lengths[0] + lengths[1] + lengths[2]
    if (next > directory.byteLength) throw bad('directory cut short')
    entries.push(readEntry(directory, at))
    at = next
  }
  const packed = entries.reduce((sum, { stored }) => sum + stored, 0)
  if (packed > source.byteLength) throw bad(`its files take ${packed} of ${source.byteLength} bytes`)
  const total = entries.reduce((sum, { inflated }) => sum + inflated, 0)
  const most = Math.max(largestGrowth * source.byteLength, budget.limit)
  if (total > most)
    throw badFile(source.name, `would grow from ${source.byteLength} to ${total} bytes (limit ${most}), unpack it`)
  return entries.map((entry) => ({
    name: entry.name,
    size: entry.inflated,
    read: () => readData(entry),
    stream: (onData) => streamData(entry, onData),
  }))

  async function findDirectory(): Promise<{ count: number; size: number; start: number }> {
    const tailAt = Math.max(0, source.byteLength - 65_557)
    const tail = view(await source.slice(tailAt, source.byteLength))
    let end = tail.byteLength - 22
    while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
    if (end < 0) throw bad('no directory')
    const ending = {
      count: tail.getUint16(end + 10, true),
      size: tail.getUint32(end + 12, true),
      start: tail.getUint32(end + 16, true),
    }
    const wide = ending.count === 0xffff || ending.size === 0xffffffff || ending.start === 0xffffffff
    if (!wide || end < 20 || tail.getUint32(end - 20, true) !== 0x07064b50) return ending
    const fields = view(await part(long(tail, end - 12), 56))
    if (fields.getUint32(0, true) !== 0x06064b50) throw bad('no zip64 directory')
    return { count: long(fields, 32), size: long(fields, 40), start: long(fields, 48) }
  }

  async function part(at: number, length: number): Promise<Uint8Array> {
    if (!(at + length <= source.byteLength)) throw bad(`${length} bytes at ${at} of ${source.byteLength}`)
    return source.slice(at, at + length)
  }

  async function packedBytes({ name, method, flags, stored, inflated, offset }: ZipEntry): Promise<Uint8Array> {
    if (flags & 1) throw badFile(source.name, `"${name}" is encrypted, save it without a password`)
    const head = view(await part(offset, 30))
    if (head.getUint32(0, true) !== 0x04034b50) throw bad(`no file at ${offset}`)
    if (method !== 0 && method !== 8)
      throw badFile(source.name, `"${name}" is packed with method ${method}, which is not read, save it with deflate`)
    if (method === 0 && stored !== inflated) throw bad(`"${name}" has two sizes`)
    return part(offset + 30 + head.getUint16(26, true) + head.getUint16(28, true), stored)
  }

  async function readData(entry: ZipEntry): Promise<Uint8Array> {
    const { name, method, inflated } = entry
    const bytes = await packedBytes(entry)
    const trusted = budget.allows(inflated) ? inflated : 0
    const data = method === 0 ? bytes : inflateExactly(source.name, bytes, inflated, trusted)
    if (method === 8 && trusted) budget.claim(inflated, name)
    if (crc32(data) !== entry.crc) throw bad(`"${name}" has a wrong checksum`)
    return data
  }

  async function streamData(entry: ZipEntry, onData: (piece: Uint8Array) => void): Promise<void> {
    const bytes = await packedBytes(entry)
    let [crc, size] = [0, 0]
    const take = (piece: Uint8Array) => {
      size += piece.length
      if (size > entry.inflated) return false
      crc = crc32(piece, crc)
      onData(piece)
      return true
    }
    if (entry.method === 0) take(bytes)
    else inflateStream(source.name, bytes, take)
    if (size !== entry.inflated || crc !== entry.crc) throw bad(`"${entry.name}" has a wrong checksum`)
  }
}

type ZipEntry = ReturnType<typeof readEntry>

function readEntry(directory: DataView, at: number) {
  const nameLength = directory.getUint16(at + 28, true)
  const extraLength = directory.getUint16(at + 30, true)
  const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength))
  let inflated = directory.getUint32(at + 24, true)
  let stored = directory.getUint32(at + 20, true)
  let offset = directory.getUint32(at + 42, true)
  const extraEnd = at + 46 + nameLength + extraLength
  for (let x = at + 46 + nameLength; x + 4 <= extraEnd; x += 4 + directory.getUint16(x + 2, true)) {
    if (directory.getUint16(x, true) !== 1) continue
    const end = Math.min(extraEnd, x + 4 + directory.getUint16(x + 2, true))
    let field = x + 4
    const wide = (value: number) => {
      if (value !== 0xffffffff || field + 8 > end) return value
      field += 8
      return long(directory, field - 8)
    }
    inflated = wide(inflated)
    stored = wide(stored)
    offset = wide(offset)
    break
  }
  return {
    name,
    method: directory.getUint16(at + 10, true),
    flags: directory.getUint16(at + 8, true),
    crc: directory.getUint32(at + 16, true),
    stored,
    inflated,
    offset,
  }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function long(fields: DataView, at: number): number {
  return fields.getUint32(at, true) + 2 ** 32 * fields.getUint32(at + 4, true)
}
