import { badFile } from '../../bytes/bad-file.ts'
import { lookup3 } from '../../bytes/checksums.ts'
import { listTreeRecords } from './btree2.ts'
import { type FieldReader, type Hdf5Bytes, none } from './bytes.ts'
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
      await readSymbols(file, tree, await readNames(file, fields.offset()), { links, last: new Uint8Array(0) })
    } else if (type === messageTypes.link) readLink(file, fields, links)
    else if (type === messageTypes.linkInfo) {
      fields.skip(1)
      const flags = fields.u8()
      fields.skip(flags & 1 ? 8 : 0)
      const heap = fields.offset()
      if (heap !== none)
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
  const name = checkSlash(file, fields.text(length))
  if (linkType === 0) links.set(name, fields.offset())
}

/** Names can lie over each other in a file, so that a short one holds more of them than memory does. */
function checkName(file: Hdf5Bytes, length: number): void {
  if (length === 0) throw badFile(file.name, 'has an object without a name, get the file again')
  if (length > longestName)
    throw badFile(file.name, `has a name of ${length} bytes (limit ${longestName}), get the file again`)
  file.budget.claim(64 + 2 * length, 'the names of its arrays')
}

/** The name of an object, which HDF5 could not find if it had a slash. */
function checkSlash(file: Hdf5Bytes, name: string): string {
  if (name.includes('/'))
    throw badFile(file.name, `has an object "${name}" with a slash in its name, get the file again`)
  return name
}

async function readNames(file: Hdf5Bytes, address: number): Promise<Uint8Array> {
  const fields = await file.fields(address, 8 + 2 * file.sizes.length + file.sizes.offset)
  fields.expect('HEAP')
  fields.skip(4)
  const size = fields.length()
  const firstFree = fields.length()
  const names = await file.read(fields.offset(), size)
  checkFreeList(file, names, firstFree)
  return names
}

/** Fails where the unused parts of a heap, each of which names the next one, do not lie in it: then it is not where it should be. */
function checkFreeList(file: Hdf5Bytes, heap: Uint8Array, first: number): void {
  const damaged = () => badFile(file.name, 'has a damaged heap of names, get the file again')
  let parts = 0
  // An offset of 1 ends the list.
  for (let at = first; at !== 1; parts++) {
    if (at >= heap.length || parts > heap.length) throw damaged()
    const fields = file.reader(heap.subarray(at))
    const next = fields.length()
    if (next === 0 || fields.length() > heap.length - at) throw damaged()
    at = next
  }
}

/** The links that a tree of symbols has given so far, and the last of their names. */
interface Symbols {
  links: Map<string, number>
  last: Uint8Array
}

async function readSymbols(
  file: Hdf5Bytes,
  address: number,
  names: Uint8Array,
  symbols: Symbols,
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
    if (level > 0) await readSymbols(file, child, names, symbols, depth + 1)
    else await readSymbolNode(file, child, names, symbols)
  }
}

/** True where a name comes after another, byte by byte. */
function isAfter(name: Uint8Array, other: Uint8Array): boolean {
  let at = 0
  while (at < name.length && name[at] === other[at]) at++
  return at < name.length && !(name[at] < other[at])
}

async function readSymbolNode(file: Hdf5Bytes, address: number, names: Uint8Array, symbols: Symbols): Promise<void> {
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
    const end = nameAt < names.length ? names.indexOf(0, nameAt) : -1
    if (end < 0) throw badFile(file.name, 'has a name outside of its heap, get the file again')
    const name = file.reader(names.subarray(nameAt, end))
    checkName(file, name.left)
    // HDF5 looks names up by their order, so that it would not find one that is out of it.
    if (!isAfter(name.bytes, symbols.last)) throw badFile(file.name, 'has names out of order, get the file again')
    symbols.last = name.bytes
    // A soft link has no object of its own.
    if (cache !== 2) symbols.links.set(checkSlash(file, name.text(name.left)), target)
    if (symbols.links.size > mostLinks) throw badFile(file.name, `has more than ${mostLinks} objects in a group`)
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

/** Gives a function that reads the object with a heap id. Each block of the heap is checked when it is first read from. */
async function openHeap(file: Hdf5Bytes, address: number): Promise<(id: Uint8Array) => Promise<Uint8Array>> {
  const { offset, length } = file.sizes
  const refuse = (what: string) =>
    badFile(file.name, `keeps a large group in ${what}, which is not read, save it with libver="earliest"`)
  const head = await file.fields(address, 9)
  head.expect('FRHP')
  head.skip(3)
  if (head.u16() > 0) throw refuse('a compressed heap')
  const fields = await file.metadata(address, 26 + 12 * length + 3 * offset, 'FRHP')
  fields.skip(5)
  const hasChecksums = (fields.u8() & 2) !== 0
  fields.skip(4 + length + offset + length + offset + 8 * length)
  const width = fields.u16()
  const startSize = fields.length()
  const largestDirect = fields.length()
  const offsetBytes = Math.ceil(fields.u16() / 8)
  fields.skip(2)
  const root = fields.offset()
  const rows = fields.u16()
  if (!(width > 0 && width <= 1024 && startSize > 0 && largestDirect >= startSize && rows <= 64 && offsetBytes <= 6))
    throw badFile(file.name, 'has a damaged heap, get the file again')
  const prefix = 5 + offset + offsetBytes
  const children = rows === 0 ? null : await file.metadata(root, prefix + rows * width * offset + 4, 'FHIB')
  const checked = new Set<number>()
  const readObject = async (block: number, blockSize: number, at: number, size: number): Promise<Uint8Array> => {
    if (at + size > blockSize) throw badFile(file.name, 'has a damaged heap, get the file again')
    if (hasChecksums && !checked.has(block)) {
      await checkBlock(file, block, blockSize, prefix)
      checked.add(block)
    }
    return file.read(block + at, size)
  }
  return async (id) => {
    const fieldsOfId = file.reader(id)
    if ((fieldsOfId.u8() & 0x30) !== 0) throw refuse('separate objects')
    const at = fieldsOfId.unsigned(offsetBytes)
    const size = fieldsOfId.unsigned(Math.min(fieldsOfId.left, 4))
    if (!children) return readObject(root, startSize, at, size)
    // The root lists blocks row by row: the first two rows hold blocks of the starting size, each further row doubles it.
    let begin = 0
    for (let row = 0; row < rows; row++) {
      const blockSize = startSize * 2 ** Math.max(0, row - 1)
      if (blockSize > largestDirect) break
      if (at < begin + width * blockSize) {
        const column = Math.floor((at - begin) / blockSize)
        children.at = prefix + (row * width + column) * offset
        return readObject(children.offset(), blockSize, at - begin - column * blockSize, size)
      }
      begin += width * blockSize
    }
    throw refuse('a heap of many levels')
  }
}

/** Checks a block of a heap by its checksum, which stands at `prefix` and was taken while zeros stood there. */
async function checkBlock(file: Hdf5Bytes, address: number, size: number, prefix: number): Promise<void> {
  const bytes = (await file.read(address, size)).slice()
  file.reader(bytes).expect('FHDB')
  const fields = file.reader(bytes)
  fields.skip(prefix)
  const stored = fields.u32()
  bytes.fill(0, prefix, prefix + 4)
  if (lookup3(bytes) !== stored) throw file.wrongChecksum()
}
