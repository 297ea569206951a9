import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { adler32 } from '../../bytes/checksums.ts'
import { checkSize, inflateSource, inflateZlib, mostAtOnce, wrongSize } from '../../bytes/inflate.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import type { Variable } from '../../bytes/stored-value.ts'
import { readMat5Array } from './array.ts'
import { elementTypes, type Mat5Element } from './element.ts'

const headerBytes = 128

/**
 * Reads a MATLAB file of version 5, 6 or 7 (either byte order, compressed or not): numbers, logicals, text, cells, structs and sparse matrices.
 * Source: the MAT-file format document of The MathWorks.
 */
export async function readMat5(source: ByteSource): Promise<Variable[]> {
  const header = await source.slice(0, headerBytes)
  const littleEndian = header[126] === 0x49 && header[127] === 0x4d
  if (header.length < headerBytes || (!littleEndian && !(header[126] === 0x4d && header[127] === 0x49)))
    throw badFile(source.name, 'is no MATLAB file of version 5 to 7, save it again with -v7')
  const budget = new MemoryBudget(source)
  const variables: Variable[] = []
  for (let at = headerBytes; at < source.byteLength; ) {
    const tag = await source.slice(at, at + 8)
    if (tag.length < 8) throw badFile(source.name, `ends inside a variable (at byte ${at}), get the file again`)
    const view = new DataView(tag.buffer, tag.byteOffset, 8)
    const type = view.getUint32(0, littleEndian)
    const length = view.getUint32(4, littleEndian)
    const left = source.byteLength - at - 8
    if (length > left)
      throw badFile(source.name, `declares a variable of ${length} bytes but ${left} are left, get the file again`, {
        declared: length,
        left,
      })
    const element =
      type === elementTypes.compressed
        ? await inflateElement(source, at + 8, length, littleEndian, budget)
        : { type, bytes: await source.slice(at + 8, at + 8 + length) }
    const variable = readMat5Array(source.name, element, littleEndian, budget)
    // Unnamed variables hold MATLAB's own bookkeeping for objects.
    if (variable.name) variables.push(variable)
    at += 8 + length
  }
  return variables
}

const zlibHead = 2
const zlibEnd = 4
const tagBytes = 8

/** Unpacks a compressed variable: a zlib stream of exactly one element, whose tag says its type and size. A size that is not believable is verified by a pass that keeps nothing; size and checksum are checked. */
async function inflateElement(
  source: ByteSource,
  begin: number,
  length: number,
  littleEndian: boolean,
  budget: MemoryBudget,
): Promise<Mat5Element> {
  const { name } = source
  const head = await source.slice(begin, begin + zlibHead)
  if (length < 6 || (head[0] & 15) !== 8 || ((head[0] << 8) | head[1]) % 31 !== 0 || head[1] & 32)
    throw badFile(name, 'has a compressed variable that is no zlib stream, get the file again')
  const tag = new Uint8Array(tagBytes)
  let filled = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    const part = chunk.subarray(0, tagBytes - filled)
    tag.set(part, filled)
    filled += part.length
    return filled < tagBytes
  })
  if (filled < tagBytes) throw badFile(name, 'has an empty compressed variable, get the file again')
  const view = new DataView(tag.buffer)
  const size = view.getUint32(4, littleEndian) + tagBytes
  const trusted = budget.allows(size)
  checkSize(name, length, size, trusted ? size : 0)
  if (trusted) budget.claim(size, 'a compressed variable')
  else await eachPiece(source, begin, length, size, () => {})
  const isSmall = Math.max(length, size) <= mostAtOnce
  let bytes = isSmall ? inflateZlib(await source.slice(begin, begin + length), size) : null
  await source.pause?.()
  if (!bytes) {
    const all = new Uint8Array(size)
    await eachPiece(source, begin, length, size, (piece, at) => all.set(piece, at))
    bytes = all
  }
  return { type: view.getUint32(0, littleEndian), bytes: bytes.subarray(tagBytes) }
}

/** Inflates piece by piece, so that the packed bytes are never in memory together; size and checksum are checked. */
async function eachPiece(
  source: ByteSource,
  begin: number,
  length: number,
  size: number,
  onPiece: (piece: Uint8Array, at: number) => void,
): Promise<void> {
  let sum = 1
  let seen = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    if (seen + chunk.length > size) {
      seen += chunk.length
      return false
    }
    sum = adler32(chunk, sum)
    onPiece(chunk, seen)
    seen += chunk.length
    return true
  })
  if (seen !== size) throw wrongSize(source.name, seen, size)
  const end = await source.slice(begin + length - zlibEnd, begin + length)
  if (sum !== new DataView(end.buffer, end.byteOffset, zlibEnd).getUint32(0))
    throw badFile(source.name, 'has a compressed variable with a wrong checksum, get the file again')
}
