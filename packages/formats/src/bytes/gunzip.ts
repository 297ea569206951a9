import { Gunzip } from 'fflate'
import { badFile } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { crc32 } from './checksums.ts'
import { inflatedLimit, inflateExactly } from './inflate.ts'
import { MemoryBudget } from './memory-budget.ts'

const chunkBytes = 32 * 1024

/** The source that a .gz file holds, under its name without `.gz`; members one after the other (bgzip, files joined by cat) are one text. Sizes and checksums are checked. Source: RFC 1952. */
export async function gunzip(source: ByteSource): Promise<ByteSource> {
  const bytes = await source.slice(0)
  const { limit } = new MemoryBudget(source)
  const inner = source.name.replace(/\.(gz|tgz)$/i, (ending) => (/t/i.test(ending) ? '.tar' : ''))
  const members = mayHaveMembers(bytes) ? readMembers(source.name, bytes, limit) : null
  return bytesSource(inner, members ?? readSingle(source.name, bytes, limit))
}

/** True where something behind the beginning looks like another member: rare by chance, and then found to be none. */
function mayHaveMembers(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1f, 1); at >= 0; at = bytes.indexOf(0x1f, at + 1))
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8) return true
  return false
}

function readSingle(name: string, bytes: Uint8Array, limit: number): Uint8Array {
  const flags = bytes[3]
  let at = 10
  if (flags & 4) at += 2 + bytes[at] + 256 * bytes[at + 1]
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1 || bytes.length
  if (flags & 2) at += 2
  if (bytes[2] !== 8 || !(at + 8 <= bytes.length)) throw badFile(name, 'is a damaged gzip file, get the file again')
  const { crc, size } = trailer(bytes, bytes.length)
  const data = inflateExactly(name, bytes.subarray(at, bytes.length - 8), size, limit)
  if (crc32(data) !== crc) throw badFile(name, 'has a wrong checksum, get the file again')
  return data
}

/** The checksum and the size (modulo 2³²) that end a member. */
function trailer(bytes: Uint8Array, end: number): { crc: number; size: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset + end - 8, 8)
  return { crc: view.getUint32(0, true), size: view.getUint32(4, true) }
}

/** Unpacks all members in one pass; null where the file ends early, or is one member that is not as it should be: `readSingle` says what is wrong. */
function readMembers(name: string, bytes: Uint8Array, limit: number): Uint8Array | null {
  const most = Math.max(limit, inflatedLimit)
  const tooLarge = badFile(name, `would grow to more than ${most} bytes, save it without compression`)
  const chunks: Uint8Array[] = []
  let [members, total, begin, sum, isWrong] = [1, 0, 0, 0, false]
  const endMember = (end: number) => {
    const { crc, size } = trailer(bytes, end)
    isWrong ||= (total - begin) % 2 ** 32 !== size || sum !== crc
    begin = total
    sum = 0
  }
  const stream = new Gunzip((chunk) => {
    total += chunk.length
    if (total > most) throw tooLarge
    sum = crc32(chunk, sum)
    chunks.push(chunk)
  })
  stream.onmember = (at) => {
    endMember(at)
    members++
  }
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      stream.push(bytes.subarray(at, at + chunkBytes), at + chunkBytes >= bytes.length)
  } catch (error) {
    if (error === tooLarge && members > 1) throw error
    return null
  }
  endMember(bytes.length)
  if (isWrong && members === 1) return null
  if (isWrong) throw badFile(name, 'has a part with a wrong checksum, get the file again')
  const data = new Uint8Array(total)
  let filled = 0
  for (const chunk of chunks) {
    data.set(chunk, filled)
    filled += chunk.length
  }
  return data
}
