import { badFile } from '../../bytes/bad-file.ts'
import { decodeNumbers } from '../../bytes/decode-numbers.ts'
import { withoutPadding } from '../../bytes/decode-text.ts'
import { type DenseValue, entries, type OtherValue, type TextValue } from '../../bytes/stored-value.ts'
import type { Hdf5Bytes } from './bytes.ts'
import { readFilters } from './chunks.ts'
import { type Dataspace, type Hdf5Type, readDataspace, readDatatype } from './datatype.ts'
import { type Message, messageTypes } from './messages.ts'
import { type Hdf5Part, readStorage } from './storage.ts'

/** Addresses of other objects, as MATLAB's cells hold them. */
interface ReferenceValue {
  type: 'references'
  shape: number[]
  addresses: number[]
}

/** What a dataset can hold. */
export type DatasetValue = DenseValue | TextValue | OtherValue | ReferenceValue

/** Reads the dataset described by these messages, or a part of it. Contiguous numbers are a view of the bytes read. */
export async function readHdf5Dataset(file: Hdf5Bytes, messages: Message[], part?: Hdf5Part): Promise<DatasetValue> {
  const { space, type, body } = describeHdf5Dataset(file, messages)
  if (type.kind === 'other') return { type: 'other', what: type.what }
  if (part && !(part.begin >= 0 && part.begin <= part.end && part.end <= space.shape[part.dimension]))
    throw badFile(
      file.name,
      `has no elements ${part.begin} to ${part.end} in an array of ${space.shape.join('×')}, get the file again`,
    )
  const packed = body(messageTypes.filters)
  const filters = packed ? readFilters(file.reader(packed), type.size) : []
  const fill = readFillValue(file, body(messageTypes.fillValue), body(messageTypes.oldFillValue), type.size)
  const storage = { layout: body(messageTypes.layout)!, space, elementBytes: type.size, filters, fill }
  const shape = space.shape.map((length, d) => (d === part?.dimension ? part.end - part.begin : length))
  return decodeElements(file, await readStorage(file, storage, part), shape, type)
}

/** Shape and type of a dataset, of which nothing is read. */
export function describeHdf5Dataset(
  file: Hdf5Bytes,
  messages: Message[],
): { space: Dataspace; type: Hdf5Type; body: (type: number) => Uint8Array | undefined } {
  const body = (type: number) => messages.find((message) => message.type === type)?.body
  const [space, datatype] = [body(messageTypes.dataspace), body(messageTypes.datatype)]
  if (!space || !datatype || !body(messageTypes.layout))
    throw badFile(file.name, 'has a dataset without shape, type or place, get the file again')
  return { space: readDataspace(file.reader(space)), type: readDatatype(file.reader(datatype)), body }
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
        const begin = fields.skip(type.size)
        return file.reader(bytes.subarray(begin, begin + type.size)).unsigned(Math.min(8, type.size))
      }),
    }
  }
  return { type: 'other', what: type.what }
}

/** The bytes that an element has where nothing was written, from a fill value message (new or old); null: zeros. Source: HDF5 file format specification, IV.A.2.e and f. */
function readFillValue(
  file: Hdf5Bytes,
  message: Uint8Array | undefined,
  old: Uint8Array | undefined,
  elementBytes: number,
): Uint8Array | null {
  const value = message ? newValue(file, message) : old ? sized(file, old, 0) : null
  return value?.length === elementBytes && value.some((byte) => byte !== 0) ? value : null
}

function newValue(file: Hdf5Bytes, message: Uint8Array): Uint8Array | null {
  const [version, flags, , defined] = message
  if (version >= 3) return flags & 0x20 ? sized(file, message, 2) : null
  return version === 1 || defined ? sized(file, message, 4) : null
}

/** Reads a length of four bytes and gives the bytes of that length behind it; null where they are not there. */
function sized(file: Hdf5Bytes, message: Uint8Array, at: number): Uint8Array | null {
  if (message.length < at + 4) return null
  const fields = file.reader(message.subarray(at))
  const length = fields.u32()
  return length <= fields.left ? fields.take(length) : null
}

const mostCollection = 2 ** 26

/** Strings of varying length: each element names a collection of the global heap and the object in it. Source: HDF5 file format specification, III.E. */
async function readLongTexts(file: Hdf5Bytes, bytes: Uint8Array, count: number): Promise<string[]> {
  file.budget.claim(count * 64, 'text')
  const fields = file.reader(bytes)
  const collections = new Map<number, Map<number, Uint8Array>>()
  const decoder = new TextDecoder()
  const texts: string[] = []
  for (let i = 0; i < count; i++) {
    const length = fields.u32()
    const address = fields.offset()
    const index = fields.u32()
    if (length === 0 || index === 0) {
      texts.push('')
      continue
    }
    let objects = collections.get(address)
    if (!objects) collections.set(address, (objects = await readCollection(file, address)))
    const object = objects.get(index)
    if (!object || object.length < length)
      throw badFile(file.name, 'names a text that is not there, get the file again')
    file.budget.claim(length, 'text')
    texts.push(withoutPadding(decoder.decode(object.subarray(0, length))))
  }
  return texts
}

async function readCollection(file: Hdf5Bytes, address: number): Promise<Map<number, Uint8Array>> {
  const head = await file.fields(address, 8 + file.sizes.length)
  head.expect('GCOL')
  head.skip(4)
  const size = head.length()
  if (size > mostCollection) throw badFile(file.name, `has a heap of ${size} bytes, get the file again`)
  const fields = file.reader(await file.read(address, size))
  fields.skip(8 + file.sizes.length)
  const objects = new Map<number, Uint8Array>()
  while (fields.left >= 8 + file.sizes.length) {
    const index = fields.u16()
    fields.skip(6)
    const length = fields.length()
    if (index === 0) break
    objects.set(index, fields.take(length))
    fields.skip(Math.min(fields.left, (8 - (length % 8)) % 8))
  }
  return objects
}
