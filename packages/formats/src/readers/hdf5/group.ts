import { badFile } from '../../bytes/bad-file.ts'
import { listTreeRecords, wide } from './btree2.ts'
import type { FieldReader, Hdf5Bytes } from './bytes.ts'
import { type Message, messageTypes } from './messages.ts'

const deepestTree = 16
const mostLinks = 100_000
const longestName = 65_535

/** Names and addresses of the objects in a group, in the order of the file. */
export async function readLinks(file: Hdf5Bytes, messages: Message[]): Promise<Map<string, number>> {
  const links = new Map<string, number>()
  for (const { type, body } of messages) {
    const fields = file.reader(body)
    if (type === messageTypes.symbolTable) {
      const tree = fields.offset()
      await readSymbols(file, tree, await readNames(file, fields.offset()), links)
    } else if (type === messageTypes.link) readLink(file, fields, links)
    else if (type === messageTypes.linkInfo) {
      fields.skip(1)
      const flags = fields.u8()
      fields.skip(flags & 1 ? 8 : 0)
      const heap = fields.offset()
      if (file.has(heap))
        for (const link of await readDenseLinks(file, heap, fields.offset())) readLink(file, file.reader(link), links)
    }
  }
  return links
}

/** Soft and external links have no object of their own and are left out. */
function readLink(file: Hdf5Bytes, fields: FieldReader, links: Map<string, number>): void {
  fields.skip(1)
  const flags = fields.u8()
  const linkType = flags & 8 ? fields.u8() : 0
  fields.skip((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0))
  const length = fields.unsigned(1 << (flags & 3))
  checkName(file, length)
  const name = fields.text(length)
  if (linkType === 0) links.set(name, fields.offset())
}

/** Names can lie over each other in a file, so that a short one holds more of them than memory does. */
function checkName(file: Hdf5Bytes, length: number): void {
  if (length > longestName)
    throw badFile(file.name, `has a name of ${length} bytes (limit ${longestName}), get the file again`)
  file.budget.claim(64 + 2 * length, 'the names of its arrays')
}

async function readNames(file: Hdf5Bytes, address: number): Promise<Uint8Array> {
  const fields = await file.fields(address, 8 + 2 * file.sizes.length + file.sizes.offset)
  fields.expect('HEAP')
  fields.skip(4)
  const size = fields.length()
  fields.length()
  return file.read(fields.offset(), size)
}

async function readSymbols(
  file: Hdf5Bytes,
  address: number,
  names: Uint8Array,
  links: Map<string, number>,
  depth = 0,
): Promise<void> {
  if (depth > deepestTree) throw badFile(file.name, 'has a group that goes round in circles, get the file again')
  const { offset, length } = file.sizes
  const head = await file.fields(address, 8 + 2 * offset)
  head.expect('TREE')
  head.skip(1)
  const level = head.u8()
  const count = head.u16()
  const fields = file.reader(await file.read(address + 8 + 2 * offset, count * (offset + length)))
  for (let i = 0; i < count; i++) {
    fields.length()
    const child = fields.offset()
    if (level > 0) await readSymbols(file, child, names, links, depth + 1)
    else await readSymbolNode(file, child, names, links)
  }
}

async function readSymbolNode(
  file: Hdf5Bytes,
  address: number,
  names: Uint8Array,
  links: Map<string, number>,
): Promise<void> {
  const head = await file.fields(address, 8)
  head.expect('SNOD')
  head.skip(2)
  const count = head.u16()
  const fields = file.reader(await file.read(address + 8, count * (2 * file.sizes.offset + 24)))
  for (let i = 0; i < count; i++) {
    const nameAt = fields.offset()
    const target = fields.offset()
    const cache = fields.u32()
    fields.skip(20)
    const end = names.indexOf(0, nameAt)
    const name = file.reader(names.subarray(Math.min(nameAt, names.length), end < 0 ? undefined : end))
    checkName(file, name.left)
    // A soft link has no object of its own.
    if (cache !== 2) links.set(name.text(name.left), target)
    if (links.size > mostLinks) throw badFile(file.name, `has more than ${mostLinks} objects in a group`)
  }
}

/** The link messages of a group that keeps many links: a version 2 B-tree names them, a fractal heap holds them. Source: HDF5 file format specification, III.A.2 and III.G. */
async function readDenseLinks(file: Hdf5Bytes, heapAddress: number, treeAddress: number): Promise<Uint8Array[]> {
  const heap = await openHeap(file, heapAddress)
  const links: Uint8Array[] = []
  // A record is the hash of the name and the heap id.
  for (const record of await listTreeRecords(file, treeAddress, mostLinks, 'objects in a group'))
    links.push(await heap(record.subarray(4)))
  return links
}

/** A function that gives the object with a heap id. */
async function openHeap(file: Hdf5Bytes, address: number): Promise<(id: Uint8Array) => Promise<Uint8Array>> {
  const { offset, length } = file.sizes
  const refuse = (what: string) =>
    badFile(file.name, `keeps a large group in ${what}, which is not read, save it with libver="earliest"`)
  const fields = await file.fields(address, 26 + 12 * length + 3 * offset)
  fields.expect('FRHP')
  fields.skip(3)
  if (fields.u16() > 0) throw refuse('a compressed heap')
  fields.skip(5 + length + offset + length + offset + 8 * length)
  const width = fields.u16()
  const startSize = fields.length()
  const largestDirect = fields.length()
  const offsetBytes = Math.ceil(fields.u16() / 8)
  fields.skip(2)
  const root = fields.offset()
  const rows = fields.u16()
  if (!(width > 0 && width <= 1024 && startSize > 0 && largestDirect >= startSize && rows <= 64 && offsetBytes <= 6))
    throw badFile(file.name, 'has a damaged heap, get the file again')
  return async (id) => {
    const fieldsOfId = file.reader(id)
    if ((fieldsOfId.u8() & 0x30) !== 0) throw refuse('separate objects')
    const at = wide(fieldsOfId.take(offsetBytes))
    const size = wide(fieldsOfId.take(Math.min(fieldsOfId.left, 4)))
    if (rows === 0) return file.read(root + at, size)
    // The root lists blocks row by row: the first two rows hold blocks of the starting size, each further row doubles it.
    let begin = 0
    for (let row = 0; row < rows; row++) {
      const blockSize = startSize * 2 ** Math.max(0, row - 1)
      if (blockSize > largestDirect) break
      if (at < begin + width * blockSize) {
        const column = Math.floor((at - begin) / blockSize)
        const list = await file.fields(root, 5 + offset + offsetBytes + (row * width + column + 1) * offset)
        list.expect('FHIB')
        list.skip(1 + offset + offsetBytes + (row * width + column) * offset)
        return file.read(list.offset() + at - begin - column * blockSize, size)
      }
      begin += width * blockSize
    }
    throw refuse('a heap of many levels')
  }
}
