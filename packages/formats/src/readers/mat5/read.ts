import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import type { Variable } from '../../bytes/stored-value.ts'
import { readMat5Array } from './array.ts'
import { elementTypes } from './element.ts'
import { packedPlace, wholeElement } from './packing.ts'
import { unreadMat5 } from './unread.ts'

const headerBytes = 128

/**
 * Reads a MATLAB file of version 5, 6 or 7 (either byte order, compressed or not): numbers, logicals, text, cells, structs and sparse matrices.
 * Large matrices of numbers are left unread (`readPart`) where `leaves` says so of their name. Source: the MAT-file format document of The MathWorks.
 */
export async function readMat5(source: ByteSource, leaves: (name: string) => boolean): Promise<Variable[]> {
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
    const place =
      type === elementTypes.compressed
        ? await packedPlace(source, at + 8, length, littleEndian, budget)
        : { source, begin: at + 8, length, type, size: length, packed: false }
    const unread = place.type === elementTypes.matrix ? await unreadMat5(place, littleEndian) : null
    const variable =
      unread && leaves(unread.name)
        ? unread
        : readMat5Array(source.name, await wholeElement(place), littleEndian, budget)
    // Unnamed variables hold MATLAB's own bookkeeping for objects.
    if (variable.name) variables.push(variable)
    at += 8 + length
  }
  return variables
}
