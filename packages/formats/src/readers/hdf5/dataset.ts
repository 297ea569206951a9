import { badFile } from '../../bytes/bad-file.ts'
import { decodeNumbers } from '../../bytes/decode-numbers.ts'
import { type DenseValue, entries, type OtherValue, type TextValue } from '../../bytes/stored-value.ts'
import type { Hdf5Bytes } from './bytes.ts'
import { readFilters } from './chunks.ts'
import { type Dataspace, type Hdf5Type, readDataspace, readDatatype } from './datatype.ts'
import { readFillValue } from './fill-value.ts'
import { readLongTexts } from './heap.ts'
import { type Message, messageTypes } from './messages.ts'
import { type Hdf5Part, readStorage } from './storage.ts'

/** Addresses of other objects, as MATLAB's cells hold them. */
export interface ReferenceValue {
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
  const filters = packed ? readFilters(file.reader(packed)) : []
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
        const rest = fields.skip(type.size)
        return file.reader(bytes.subarray(rest, rest + type.size)).unsigned(Math.min(8, type.size))
      }),
    }
  }
  return { type: 'other', what: type.what }
}
