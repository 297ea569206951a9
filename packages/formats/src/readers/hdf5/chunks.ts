import { badFile } from '../../bytes/bad-file.ts'
import { adler32, fletcher32 } from '../../bytes/checksums.ts'
import { inflateExactly, inflateZlib } from '../../bytes/inflate.ts'
import { type FieldReader, type Hdf5Bytes, none } from './bytes.ts'

/** One block of a dataset: where it stands in the array and in the file. `skipped` has a bit for each filter that was not applied. */
export interface Chunk {
  origin: number[]
  address: number
  length: number
  skipped: number
}

/** A step that undoes what was done to a chunk before it was written. */
export interface Filter {
  id: number
  values: number[]
}

/** Reads a filter pipeline message of a dataset. */
export function readFilters(fields: FieldReader, elementBytes: number): Filter[] {
  const version = fields.u8()
  const count = Math.min(fields.u8(), 32)
  if (version === 1) fields.skip(6)
  return Array.from({ length: count }, () => {
    const id = fields.u16()
    const nameLength = version === 1 || id >= 256 ? fields.u16() : 0
    fields.skip(2)
    const count = fields.u16()
    fields.skip(version === 1 ? Math.ceil(nameLength / 8) * 8 : nameLength)
    const values = Array.from({ length: count }, () => fields.u32())
    if (version === 1 && count % 2 === 1) fields.skip(Math.min(4, fields.left))
    if (id === 2 && !(values.length === 1 && values[0] === elementBytes))
      throw fields.damaged(`elements of ${elementBytes} bytes shuffled as if they had ${values.join(' and ')}`)
    return { id, values }
  })
}

const deepestTree = 16
/** Most chunks of one dataset. */
export const mostChunks = 1 << 20

/** All chunks listed by a version 1 B-tree. */
export async function listChunks(
  file: Hdf5Bytes,
  address: number,
  rank: number,
  depth = 0,
  chunks: Chunk[] = [],
): Promise<Chunk[]> {
  if (address === none) return chunks
  if (depth > deepestTree)
    throw badFile(file.name, 'has an index of chunks that goes round in circles, get the file again')
  const head = await file.fields(address, 8 + 2 * file.sizes.offset)
  head.expect('TREE')
  if (head.u8() !== 1) throw badFile(file.name, 'has an index of chunks of the wrong kind, get the file again')
  const level = head.u8()
  const count = head.u16()
  const keyBytes = 8 + 8 * (rank + 1)
  const bytes = await file.read(address + 8 + 2 * file.sizes.offset, count * (keyBytes + file.sizes.offset))
  const fields = file.reader(bytes)
  for (let i = 0; i < count; i++) {
    const length = fields.u32()
    const skipped = fields.u32()
    const origin = Array.from({ length: rank }, () => fields.unsigned(8))
    fields.skip(8)
    const child = fields.offset()
    if (chunks.length >= mostChunks)
      throw badFile(file.name, `has more than ${mostChunks} chunks in a dataset, save it with larger ones`)
    if (level === 0) chunks.push({ origin, address: child, length, skipped })
    else await listChunks(file, child, rank, depth + 1, chunks)
  }
  return chunks
}

/** Undoes the filters of a chunk; the result has exactly `size` bytes. */
export function undoFilters(
  file: Hdf5Bytes,
  stored: Uint8Array,
  filters: Filter[],
  skipped: number,
  size: number,
): Uint8Array {
  let bytes = stored
  for (let f = filters.length - 1; f >= 0; f--) {
    if (skipped & (1 << f)) continue
    const { id, values } = filters[f]
    if (id === 1)
      bytes = inflateChunk(file, bytes, size + (filters.slice(0, f).some((filter) => filter.id === 3) ? 4 : 0))
    else if (id === 2) bytes = unshuffle(bytes, values[0] ?? 1)
    else if (id === 3) bytes = checkedChunk(file, bytes)
    else if (id === 32000) bytes = decodeLzf(file.name, bytes, size)
    else
      throw badFile(
        file.name,
        `is compressed with HDF5 filter ${id}, which is not read, save it with gzip or without compression`,
      )
  }
  if (bytes.length !== size)
    throw badFile(file.name, `has a chunk of ${bytes.length} bytes where ${size} are needed, get the file again`)
  return bytes
}

function inflateChunk(file: Hdf5Bytes, bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length < 6 || (bytes[0] & 15) !== 8)
    throw badFile(file.name, 'has a chunk that is no zlib stream, get the file again')
  const whole = inflateZlib(bytes, size)
  if (whole) return whole
  const inflated = inflateExactly(file.name, bytes.subarray(2, bytes.length - 4), size, file.budget.limit)
  if (adler32(inflated) !== lastWord(bytes, false)) throw wrongChecksum(file)
  return inflated
}

/** The chunk without the checksum behind it, which must be its own. */
function checkedChunk(file: Hdf5Bytes, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw wrongChecksum(file)
  const data = bytes.subarray(0, bytes.length - 4)
  if (fletcher32(data) !== lastWord(bytes, true)) throw wrongChecksum(file)
  return data
}

function lastWord(bytes: Uint8Array, littleEndian: boolean): number {
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0, littleEndian)
}

function wrongChecksum(file: Hdf5Bytes) {
  return badFile(file.name, 'has a chunk with a wrong checksum, get the file again')
}

/** The shuffle filter keeps the first bytes of all elements together, then the second ones, and so on. */
function unshuffle(bytes: Uint8Array, size: number): Uint8Array {
  if (size < 2 || size > bytes.length) return bytes
  const count = Math.floor(bytes.length / size)
  const result = new Uint8Array(bytes.length)
  for (let b = 0; b < size; b++) for (let i = 0; i < count; i++) result[i * size + b] = bytes[b * count + i]
  result.set(bytes.subarray(count * size), count * size)
  return result
}

/** Undoes LZF, the fast compression of h5py: runs of literals and copies from what came before, up to exactly `size` bytes. */
export function decodeLzf(file: string, bytes: Uint8Array, size: number): Uint8Array {
  const damaged = () => badFile(file, 'has damaged LZF data, get the file again')
  if (size > bytes.length * 264) throw damaged()
  const result = new Uint8Array(size)
  let to = 0
  for (let at = 0; at < bytes.length; ) {
    const control = bytes[at++]
    if (control < 32) {
      const count = control + 1
      if (at + count > bytes.length || to + count > size) throw damaged()
      result.set(bytes.subarray(at, at + count), to)
      at += count
      to += count
      continue
    }
    let length = control >> 5
    if (length === 7) length += bytes[at++]
    let from = to - ((control & 31) << 8) - bytes[at++] - 1
    if (!(from >= 0 && to + length + 2 <= size)) throw damaged()
    for (let i = 0; i < length + 2; i++) result[to++] = result[from++]
  }
  if (to !== size) throw damaged()
  return result
}
