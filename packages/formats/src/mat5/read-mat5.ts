import { adler32 } from '../bytes/adler32.ts'
import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { inflateExactly, inflateStream } from '../bytes/inflate.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import type { Variable } from '../bytes/stored-value.ts'
import { elementTypes, type Mat5Element } from './mat5-element.ts'
import { readMat5Array } from './read-mat5-array.ts'

const headerBytes = 128

/**
 * Reads a MATLAB file of version 5, 6 or 7 (either byte order, compressed or not): numbers, logicals, text, cells, structs and sparse matrices.
 * Uncompressed numbers are views of the bytes read. Source: the MAT-file format document of The MathWorks.
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
    const bytes = await source.slice(at + 8, at + 8 + length)
    const element =
      type === elementTypes.compressed ? inflateElement(source.name, bytes, littleEndian, budget) : { type, bytes }
    const variable = readMat5Array(source.name, element, littleEndian, budget)
    // Unnamed variables hold MATLAB's own bookkeeping for objects.
    if (variable.name) variables.push(variable)
    at += 8 + length
  }
  return variables
}

/** A compressed element is a zlib stream of exactly one element. */
function inflateElement(name: string, bytes: Uint8Array, littleEndian: boolean, budget: MemoryBudget): Mat5Element {
  if (bytes.length < 6 || (bytes[0] & 15) !== 8 || ((bytes[0] << 8) | bytes[1]) % 31 !== 0 || bytes[1] & 32)
    throw badFile(name, 'has a compressed variable that is no zlib stream, get the file again')
  const deflated = bytes.subarray(2, bytes.length - 4)
  const tag = new Uint8Array(8)
  let filled = 0
  inflateStream(name, deflated, (chunk) => {
    const part = chunk.subarray(0, 8 - filled)
    tag.set(part, filled)
    return (filled += part.length) < 8
  })
  if (filled < 8) throw badFile(name, 'has an empty compressed variable, get the file again')
  const view = new DataView(tag.buffer)
  const size = view.getUint32(4, littleEndian) + 8
  const trusted = budget.allows(size) ? size : 0
  const all = inflateExactly(name, deflated, size, trusted)
  if (trusted) budget.claim(size, 'a compressed variable')
  const end = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4)
  if (adler32(all) !== end.getUint32(0))
    throw badFile(name, 'has a compressed variable with a wrong checksum, get the file again')
  return { type: view.getUint32(0, littleEndian), bytes: all.subarray(8) }
}
