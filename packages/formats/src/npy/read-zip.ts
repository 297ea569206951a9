import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { crc32 } from '../bytes/crc32.ts'
import { inflateExactly } from '../bytes/inflate.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'

/** A file within a zip archive. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array
}

/** Reads all files of a zip archive (stored or deflated, zip64) whose names `wanted` accepts; sizes and checksums are checked. Source: PKWARE's APPNOTE 6.3. */
export async function readZip(source: ByteSource, wanted: (name: string) => boolean): Promise<ZipEntry[]> {
  const bad = (message: string) => badFile(source.name, `is a damaged zip archive (${message}), get the file again`)
  const tailAt = Math.max(0, source.byteLength - 65_557)
  const tail = view(await source.slice(tailAt, source.byteLength))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw bad('no directory')
  let count = tail.getUint16(end + 10, true)
  let size = tail.getUint32(end + 12, true)
  let start = tail.getUint32(end + 16, true)
  if (
    (count === 0xffff || size === 0xffffffff || start === 0xffffffff) &&
    end >= 20 &&
    tail.getUint32(end - 20, true) === 0x07064b50
  ) {
    const at = long(tail, end - 12)
    const wide = view(await part(at, 56))
    if (wide.getUint32(0, true) !== 0x06064b50) throw bad('no zip64 directory')
    count = long(wide, 32)
    size = long(wide, 40)
    start = long(wide, 48)
  }
  const budget = new MemoryBudget(source)
  const directory = view(await part(start, size))
  const entries: ZipEntry[] = []
  for (let e = 0, at = 0; e < count; e++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw bad('directory cut short')
    const next =
      at +
      46 +
      directory.getUint16(at + 28, true) +
      directory.getUint16(at + 30, true) +
      directory.getUint16(at + 32, true)
    if (next > directory.byteLength) throw bad('directory cut short')
    const entry = readEntry(directory, at)
    if (wanted(entry.name)) entries.push({ name: entry.name, bytes: await readData(entry) })
    at = next
  }
  return entries

  async function part(at: number, length: number): Promise<Uint8Array> {
    if (!(at + length <= source.byteLength)) throw bad(`${length} bytes at ${at} of ${source.byteLength}`)
    return source.slice(at, at + length)
  }

  async function readData({
    name,
    method,
    flags,
    crc,
    stored,
    inflated,
    offset,
  }: ReturnType<typeof readEntry>): Promise<Uint8Array> {
    if (flags & 1) throw badFile(source.name, `"${name}" is encrypted, save it without a password`)
    const head = view(await part(offset, 30))
    if (head.getUint32(0, true) !== 0x04034b50) throw bad(`no file at ${offset}`)
    const bytes = await part(offset + 30 + head.getUint16(26, true) + head.getUint16(28, true), stored)
    if (method !== 0 && method !== 8)
      throw badFile(source.name, `"${name}" is packed with method ${method}, save it with numpy.savez_compressed`)
    if (method === 0 && stored !== inflated) throw bad(`"${name}" has two sizes`)
    const trusted = budget.allows(inflated) ? inflated : 0
    const data = method === 0 ? bytes : inflateExactly(source.name, bytes, inflated, trusted)
    if (method === 8 && trusted) budget.claim(inflated, name)
    if (crc32(data) !== crc) throw bad(`"${name}" has a wrong checksum`)
    return data
  }
}

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
