import { badFile } from '../bytes/bad-file.ts'
import { decodeNumbers } from '../bytes/decode-numbers.ts'
import { type DenseValue, entries, type OtherValue, type TextValue } from '../bytes/stored-value.ts'
import type { Hdf5Bytes } from './hdf5-bytes.ts'
import { listNewChunks } from './hdf5-chunk-index.ts'
import { type Chunk, type Filter, listChunks, readFilters, undoFilters } from './hdf5-chunks.ts'
import { type Dataspace, type Hdf5Type, readDataspace, readDatatype } from './hdf5-datatype.ts'
import { readLongTexts } from './hdf5-heap.ts'
import { type Message, messageTypes } from './hdf5-messages.ts'

/** Addresses of other objects, as MATLAB's cells hold them. */
export interface ReferenceValue {
  type: 'references'
  shape: number[]
  addresses: number[]
}

/** What a dataset can hold. */
export type DatasetValue = DenseValue | TextValue | OtherValue | ReferenceValue

/** Reads the dataset described by these messages. Contiguous numbers are a view of the bytes read. */
export async function readHdf5Dataset(file: Hdf5Bytes, messages: Message[]): Promise<DatasetValue> {
  const body = (type: number) => messages.find((message) => message.type === type)?.body
  const space = body(messageTypes.dataspace)
  const datatype = body(messageTypes.datatype)
  const layout = body(messageTypes.layout)
  if (!space || !datatype || !layout)
    throw badFile(file.name, 'has a dataset without shape, type or place, get the file again')
  const { shape, maxShape } = readDataspace(file.reader(space))
  const type = readDatatype(file.reader(datatype))
  if (type.kind === 'other') return { type: 'other', what: type.what }
  const filters = body(messageTypes.filters)
  const undo = filters ? readFilters(file.reader(filters)) : []
  const bytes = await readBytes(file, layout, { shape, maxShape }, type.size, undo)
  return decodeElements(file, bytes, shape, type)
}

/** Elements of a known type from their bytes. */
export async function decodeElements(
  file: Hdf5Bytes,
  bytes: Uint8Array,
  shape: number[],
  type: Hdf5Type,
): Promise<DatasetValue> {
  if (type.kind === 'number')
    return {
      type: 'dense',
      shape: shape.length ? shape : [1],
      order: 'rows',
      data: decodeNumbers(bytes, type.format, type.littleEndian),
    }
  const count = entries(shape)
  if (type.kind === 'text') {
    file.budget.claim(count * 64, 'text')
    const fields = file.reader(bytes)
    return { type: 'text', values: Array.from({ length: count }, () => fields.text(type.size).trimEnd()) }
  }
  if (type.kind === 'long-text') return { type: 'text', values: await readLongTexts(file, bytes, count) }
  if (type.kind === 'reference') {
    file.budget.claim(count * 16, 'references')
    const fields = file.reader(bytes)
    return {
      type: 'references',
      shape,
      addresses: Array.from({ length: count }, () => {
        const rest = fields.skip(type.size)
        return file.reader(bytes.subarray(rest, rest + type.size)).unsigned(Math.min(8, type.size))
      }),
    }
  }
  return { type: 'other', what: type.what }
}

async function readBytes(
  file: Hdf5Bytes,
  layout: Uint8Array,
  { shape, maxShape }: Dataspace,
  elementBytes: number,
  filters: Filter[],
): Promise<Uint8Array> {
  const fields = file.reader(layout)
  const version = fields.u8()
  const total = entries(shape) * elementBytes
  if (!(total <= Number.MAX_SAFE_INTEGER))
    throw badFile(file.name, `declares an array of ${shape.join('×')}, get the file again`)
  if (version < 3 || version > 5)
    throw badFile(
      file.name,
      `keeps data in HDF5 layout version ${version}, which is not read, save it with libver="earliest"`,
    )
  const layoutClass = fields.u8()
  if (layoutClass === 0) {
    const compact = fields.take(fields.u16())
    if (compact.length < total)
      throw badFile(file.name, `declares ${total} bytes but holds ${compact.length}, get the file again`)
    return compact.subarray(0, total)
  }
  if (layoutClass === 1) {
    const address = fields.offset()
    if (total === 0) return new Uint8Array(0)
    if (!file.has(address)) return emptyData(file, total)
    return file.read(address, total)
  }
  if (layoutClass !== 2) throw badFile(file.name, 'keeps data in other files, put it into one file')
  if (total === 0) return new Uint8Array(0)
  if (version === 3) {
    const rank = fields.u8() - 1
    const address = fields.offset()
    const chunkShape = Array.from({ length: rank }, () => fields.u32())
    checkRank(file, rank, shape, chunkShape)
    return assemble(file, await listChunks(file, address, rank), shape, chunkShape, elementBytes, filters)
  }
  const flags = fields.u8()
  const rank = fields.u8() - 1
  const width = fields.u8()
  const chunkShape = Array.from({ length: rank }, () => fields.unsigned(width))
  fields.skip(width)
  checkRank(file, rank, shape, chunkShape)
  const chunkBytes = entries(chunkShape) * elementBytes
  // Only a single chunk says by a flag whether filters were applied.
  const filtered = filters.length > 0 && ((flags & 2) !== 0 || fields.bytes[fields.at] !== 1)
  const chunks = await listNewChunks(file, fields, filtered, { shape, maxShape, chunkShape, chunkBytes })
  if (flags & 1) for (const chunk of chunks) if (isPartial(chunk.origin, shape, chunkShape)) chunk.skipped = -1
  return assemble(file, chunks, shape, chunkShape, elementBytes, filters)
}

/** True for a chunk that reaches past the array's end. */
function isPartial(origin: number[], shape: number[], chunkShape: number[]): boolean {
  return origin.some((start, d) => start + chunkShape[d] > shape[d])
}

function checkRank(file: Hdf5Bytes, rank: number, shape: number[], chunkShape: number[]): void {
  if (rank !== shape.length || chunkShape.some((length) => !(length > 0)))
    throw badFile(
      file.name,
      `has chunks of ${chunkShape.join('×')} for an array of ${shape.join('×')}, get the file again`,
    )
}

function emptyData(file: Hdf5Bytes, total: number): Uint8Array {
  file.budget.claim(total, 'an array that was never written')
  return new Uint8Array(total)
}

/** Puts chunks together. Beyond the memory budget the array must be there in full: as many chunks as it needs. */
async function assemble(
  file: Hdf5Bytes,
  chunks: Chunk[],
  shape: number[],
  chunkShape: number[],
  elementBytes: number,
  filters: Filter[],
): Promise<Uint8Array> {
  const total = entries(shape) * elementBytes
  const chunkBytes = entries(chunkShape) * elementBytes
  const needed = entries(shape.map((length, d) => Math.ceil(length / chunkShape[d])))
  const possible = chunks.reduce((sum, { length }) => sum + length, 0) * 1032
  const isThere = new Set(chunks.map(({ origin }) => origin.join())).size >= needed && possible >= total
  if (!(isThere && total <= 2 ** 31)) file.budget.claim(total, `an array of ${shape.join('×')}`)
  if (!file.budget.allows(chunkBytes)) file.budget.claim(chunkBytes, 'a chunk')
  const result = new Uint8Array(total)
  for (const { origin, address, length, skipped } of chunks) {
    if (origin.some((start, d) => start >= shape[d] || start % chunkShape[d] !== 0))
      throw badFile(file.name, `has a chunk at ${origin.join()} of an array of ${shape.join('×')}, get the file again`)
    if (!filters.length && length !== chunkBytes)
      throw badFile(file.name, `has a chunk of ${length} bytes where ${chunkBytes} are needed, get the file again`)
    const bytes = undoFilters(file, await file.read(address, length), filters, skipped, chunkBytes)
    place(result, bytes, shape, chunkShape, origin, elementBytes)
  }
  return result
}

/** Copies the part of a chunk that lies within the array, one run of the last dimension after the other. */
function place(
  result: Uint8Array,
  chunk: Uint8Array,
  shape: number[],
  chunkShape: number[],
  origin: number[],
  elementBytes: number,
): void {
  const last = shape.length - 1
  const run = Math.min(chunkShape[last], shape[last] - origin[last]) * elementBytes
  const counter = new Array<number>(last).fill(0)
  for (;;) {
    let from = 0
    let to = 0
    for (let d = 0; d < last; d++) {
      from = from * chunkShape[d] + counter[d]
      to = to * shape[d] + origin[d] + counter[d]
    }
    from = from * chunkShape[last] * elementBytes
    to = (to * shape[last] + origin[last]) * elementBytes
    result.set(chunk.subarray(from, from + run), to)
    let d = last - 1
    while (d >= 0 && (++counter[d] >= chunkShape[d] || origin[d] + counter[d] >= shape[d])) counter[d--] = 0
    if (d < 0) return
  }
}
