import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, bytesSource } from '../../bytes/byte-source.ts'
import { decodeText } from '../../bytes/decode-text.ts'
import { thingsAmong } from '../../things/thing-column.ts'
import { isDataFile, isManifest } from './data-files.ts'
import { openZip } from './zip.ts'

/** The data files and the manifest of a zip or tar archive, each under the archive's name and its own, as a folder of them would be read; archives within are refused. */
export async function openArchive(source: ByteSource, format: 'zip' | 'tar'): Promise<ByteSource[]> {
  const members = format === 'zip' ? await openZip(source) : await openTar(source)
  const names = members.map(({ name }) => name)
  const within = names.find((name) => /\.(zip|tar|tgz|tar\.(gz|bz2|xz|zst))$/i.test(name))
  if (within) throw badFile(source.name, `holds another archive (${within}), unpack it once`)
  // A manifest names what is to be read; without one, things are read where there are any.
  const things = new Set(names.some(isManifest) ? [] : thingsAmong(names))
  const isWanted = (name: string) => (things.size > 0 ? things.has(name) : isDataFile(name) || isManifest(name))
  const files = members.filter(({ name }) => isWanted(name))
  if (files.every(({ name }) => isManifest(name)))
    throw badFile(source.name, `holds no data file (${names.slice(0, 10).join(', ') || 'nothing'}), give at least one`)
  const sources: ByteSource[] = []
  for (const member of files) {
    const unpacked = 'read' in member ? bytesSource(`${source.name}/${member.name}`, await member.read()) : member
    sources.push({ ...unpacked, pause: source.pause })
    await source.pause?.()
  }
  return sources.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const blockBytes = 512
const mostMembers = 100_000

/** True when a file begins with the header of a tar archive, told by its checksum. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= blockBytes && head[0] !== 0 && hasChecksum(head.subarray(0, blockBytes))
}

/**
 * The files of a tar archive, read where they lie; folders and links are left out. Names longer than a header holds come from the records that GNU tar and pax put
 * before it. A length beyond the archive is refused. Source: POSIX.1-2017, pax.
 */
export async function openTar(source: ByteSource): Promise<ByteSource[]> {
  const bad = (message: string) => badFile(source.name, `is a damaged tar archive (${message}), get the file again`)
  const members: ByteSource[] = []
  let [longName, longSize] = ['', -1]
  for (let at = 0, count = 0; at + blockBytes <= source.byteLength; count++) {
    const head = await source.slice(at, at + blockBytes)
    if (head.every((byte) => byte === 0)) return members
    if (!hasChecksum(head) || count > mostMembers) throw bad(`no header at byte ${at}`)
    const kind = String.fromCharCode(head[156] || 48)
    const size = longSize >= 0 && kind !== 'x' && kind !== 'L' ? longSize : fieldNumber(head, 124, 12)
    const begin = at + blockBytes
    if (!(size >= 0 && begin + size <= source.byteLength))
      throw bad(`${size} bytes at ${begin} of ${source.byteLength}`)
    if (kind === 'L' || kind === 'x') {
      const text = decodeText((await source.slice(begin, begin + Math.min(size, 1 << 16))).slice())
      if (kind === 'L') longName = text.replace(/\0.*$/s, '')
      else {
        longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1] ?? longName
        longSize = Number(/(?:^|\n)\d+ size=(\d+)\n/.exec(text)?.[1] ?? -1)
      }
    } else {
      if (kind === '0' || kind === '7') {
        const prefix = fieldText(head, 257, 5) === 'ustar' ? fieldText(head, 345, 155) : ''
        const name = longName || (prefix ? `${prefix}/` : '') + fieldText(head, 0, 100)
        members.push(within(source, `${source.name}/${name}`, begin, size))
      }
      longName = ''
      longSize = -1
    }
    at = begin + Math.ceil(size / blockBytes) * blockBytes
  }
  return members
}

function within(source: ByteSource, name: string, begin: number, byteLength: number): ByteSource {
  return {
    name,
    byteLength,
    slice: (start, end = byteLength) =>
      source.slice(begin + Math.min(start, byteLength), begin + Math.min(Math.max(start, end), byteLength)),
  }
}

function hasChecksum(head: Uint8Array): boolean {
  let sum = 0
  for (let i = 0; i < blockBytes; i++) sum += i >= 148 && i < 156 ? 32 : head[i]
  return sum === fieldNumber(head, 148, 8)
}

function fieldText(head: Uint8Array, at: number, length: number): string {
  const bytes = head.slice(at, at + length)
  const end = bytes.indexOf(0)
  return decodeText(end < 0 ? bytes : bytes.subarray(0, end))
}

/** Octal digits, or where the first bit is set a number to the base 256. */
function fieldNumber(head: Uint8Array, at: number, length: number): number {
  if (head[at] & 0x80) return head.slice(at + 1, at + length).reduce((sum, byte) => sum * 256 + byte, head[at] & 0x7f)
  const digits = fieldText(head, at, length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : -1
}
