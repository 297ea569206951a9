import { badFile } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { crc32 } from './crc32.ts'
import { inflateExactly } from './inflate.ts'
import { MemoryBudget } from './memory-budget.ts'

/** The source that a .gz file holds, under its name without `.gz`. Size and checksum are checked. Source: RFC 1952. */
export async function gunzip(source: ByteSource): Promise<ByteSource> {
  const bytes = await source.slice(0)
  const flags = bytes[3]
  let at = 10
  if (flags & 4) at += 2 + bytes[at] + 256 * bytes[at + 1]
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1 || bytes.length
  if (flags & 2) at += 2
  if (bytes[2] !== 8 || !(at + 8 <= bytes.length))
    throw badFile(source.name, 'is a damaged gzip file, get the file again')
  const tail = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8)
  const size = tail.getUint32(4, true)
  const data = inflateExactly(source.name, bytes.subarray(at, bytes.length - 8), size, new MemoryBudget(source).limit)
  if (crc32(data) !== tail.getUint32(0, true))
    throw badFile(source.name, 'has a wrong checksum (or several gzip parts), get the file again')
  return bytesSource(source.name.replace(/\.gz$/i, ''), data)
}
