import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { adler32 } from '../../bytes/checksums.ts'
import { checkSize, inflateSource, inflateZlib, mostAtOnce, wrongSize } from '../../bytes/inflate.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import type { Mat5Element } from './element.ts'

const zlibHead = 2
const zlibEnd = 4
const tagBytes = 8
const pieceBytes = 1 << 20

/** Where the bytes of one variable lie in a file. `size` is how many there are once they are unpacked. */
export interface Mat5Place {
  source: ByteSource
  begin: number
  length: number
  type: number
  size: number
  packed: boolean
}

/** The first bytes of a variable, up to `most`. */
export async function firstBytes(
  { source, begin, length, size, packed }: Mat5Place,
  most: number,
): Promise<Uint8Array> {
  if (!packed) return source.slice(begin, begin + Math.min(length, most))
  return firstInflated(source, begin, length, Math.min(size + tagBytes, most)).then((bytes) => bytes.subarray(tagBytes))
}

/** A compressed variable: a zlib stream of exactly one element, whose tag says its type and size. A size that is not believable is verified by a pass that keeps nothing. */
export async function packedPlace(
  source: ByteSource,
  begin: number,
  length: number,
  littleEndian: boolean,
  budget: MemoryBudget,
): Promise<Mat5Place> {
  const { name } = source
  const head = await source.slice(begin, begin + zlibHead)
  if (length < 6 || (head[0] & 15) !== 8 || ((head[0] << 8) | head[1]) % 31 !== 0 || head[1] & 32)
    throw badFile(name, 'has a compressed variable that is no zlib stream, get the file again')
  const tag = await firstInflated(source, begin, length, tagBytes)
  if (tag.length < tagBytes) throw badFile(name, 'has an empty compressed variable, get the file again')
  const view = new DataView(tag.buffer, tag.byteOffset, tagBytes)
  const size = view.getUint32(4, littleEndian)
  const place = { source, begin, length, type: view.getUint32(0, littleEndian), size, packed: true }
  const trusted = budget.allows(size + tagBytes)
  checkSize(name, length, size + tagBytes, trusted ? size + tagBytes : 0)
  if (trusted) budget.claim(size + tagBytes, 'a compressed variable')
  else await eachPiece(place, () => {})
  return place
}

/** All bytes of a variable, in one array. */
export async function wholeElement(place: Mat5Place): Promise<Mat5Element> {
  const { source, begin, length, type, packed } = place
  if (!packed) return { type, bytes: await source.slice(begin, begin + length) }
  const bytes = new Uint8Array(place.size)
  let filled = 0
  await eachPiece(place, (piece) => {
    bytes.set(piece, filled)
    filled += piece.length
  })
  return { type, bytes }
}

/** All bytes of a variable piece by piece, so that neither the packed nor the unpacked ones are in memory together; size and checksum are checked. */
export async function eachPiece(place: Mat5Place, onPiece: (piece: Uint8Array) => void): Promise<void> {
  const { source, begin, length, packed } = place
  if (!packed) {
    for (let at = 0; at < length; at += pieceBytes) {
      onPiece(await source.slice(begin + at, begin + Math.min(at + pieceBytes, length)))
      await source.pause?.()
    }
    return
  }
  const size = place.size + tagBytes
  const isSmall = Math.max(length, size) <= mostAtOnce
  const whole = isSmall ? inflateZlib(await source.slice(begin, begin + length), size) : null
  await source.pause?.()
  if (whole) return onPiece(whole.subarray(tagBytes))
  let sum = 1
  let seen = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    const piece = chunk.subarray(Math.max(0, tagBytes - seen))
    seen += chunk.length
    if (seen > size) return false
    sum = adler32(chunk, sum)
    if (piece.length > 0) onPiece(piece)
    return true
  })
  if (seen !== size) throw wrongSize(source.name, seen, size)
  const end = await source.slice(begin + length - zlibEnd, begin + length)
  if (sum !== new DataView(end.buffer, end.byteOffset, zlibEnd).getUint32(0))
    throw badFile(source.name, 'has a compressed variable with a wrong checksum, get the file again')
}

async function firstInflated(source: ByteSource, begin: number, length: number, most: number): Promise<Uint8Array> {
  const first = new Uint8Array(most)
  let filled = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    const part = chunk.subarray(0, most - filled)
    first.set(part, filled)
    return (filled += part.length) < most
  })
  return first.subarray(0, filled)
}
