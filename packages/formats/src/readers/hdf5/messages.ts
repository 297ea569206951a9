import { badFile } from '../../bytes/bad-file.ts'
import type { FieldReader, Hdf5Bytes } from './bytes.ts'

/** The parts of an object header that we read. */
export const messageTypes = {
  dataspace: 0x01,
  linkInfo: 0x02,
  datatype: 0x03,
  oldFillValue: 0x04,
  fillValue: 0x05,
  link: 0x06,
  layout: 0x08,
  filters: 0x0b,
  attribute: 0x0c,
  continuation: 0x10,
  symbolTable: 0x11,
} as const

/** One part of an object header. */
export interface Message {
  type: number
  body: Uint8Array
}

const mostBlocks = 1000

/** All messages of the object whose header is at `address` (header versions 1 and 2, with their continuations), those kept elsewhere only where `shared`. Source: HDF5 file format specification, IV.A. */
export async function readMessages(file: Hdf5Bytes, address: number, shared = true): Promise<Message[]> {
  const head = await file.fields(address, 64)
  const isNew = head.bytes[0] === 0x4f
  const messages: Message[] = []
  const blocks: { address: number; length: number }[] = []
  let headBytes = 0
  let orderBytes = 0
  if (isNew) {
    head.expect('OHDR')
    if (head.u8() !== 2) throw badFile(file.name, 'has an object header of an unknown version, get the file again')
    const flags = head.u8()
    head.skip((flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0))
    const length = head.unsigned(1 << (flags & 3))
    orderBytes = flags & 4 ? 2 : 0
    headBytes = head.at
    blocks.push({ address, length: headBytes + length + 4 })
  } else {
    if (head.u8() !== 1) throw badFile(file.name, 'has an object header of an unknown version, get the file again')
    head.skip(7)
    blocks.push({ address: address + 16, length: head.u32() })
  }
  for (let b = 0; b < blocks.length; b++) {
    if (b > mostBlocks) throw badFile(file.name, 'has an object header that goes round in circles, get the file again')
    const { address, length } = blocks[b]
    const fields = isNew
      ? await file.metadata(address, length, b > 0 ? 'OCHK' : 'OHDR')
      : file.reader(await file.read(address, length))
    if (b === 0) fields.at = headBytes
    await readBlock(file, fields, isNew, orderBytes, shared, messages, blocks)
  }
  return messages
}

async function readBlock(
  file: Hdf5Bytes,
  fields: FieldReader,
  isNew: boolean,
  orderBytes: number,
  shared: boolean,
  messages: Message[],
  blocks: { address: number; length: number }[],
): Promise<void> {
  const headBytes = isNew ? 4 + orderBytes : 8
  while (headBytes <= fields.left) {
    const type = isNew ? fields.u8() : fields.u16()
    const size = fields.u16()
    const flags = fields.u8()
    fields.skip(isNew ? orderBytes : 3)
    if (!isNew && size % 8 !== 0)
      throw badFile(file.name, `has a part of an object header of ${size} bytes, get the file again`)
    const body = fields.take(size)
    if (type === messageTypes.continuation) {
      const place = file.reader(body)
      blocks.push({ address: place.offset(), length: place.length() })
    } else if (!(flags & 2)) messages.push({ type, body })
    else if (shared) messages.push(...(await readShared(file, type, body)))
    if (messages.length > 65_536)
      throw badFile(file.name, 'has an object header with too many parts, get the file again')
  }
}

/** Reads a message that is kept in another object, such as a named datatype. */
async function readShared(file: Hdf5Bytes, type: number, body: Uint8Array): Promise<Message[]> {
  const fields = file.reader(body)
  const version = fields.u8()
  fields.skip(version === 1 ? 7 : 1)
  const address = fields.offset()
  const head = await file.fields(address, 64)
  if (head.bytes[0] !== 1 && head.bytes[0] !== 0x4f) return []
  const messages = await readMessages(file, address, false)
  return messages.filter((message) => message.type === type).slice(0, 1)
}
