import { badFile } from '../../bytes/bad-file.ts'
import { entries } from '../../bytes/stored-value.ts'
import { listTreeRecords } from './btree2.ts'
import { type FieldReader, type Hdf5Bytes, none } from './bytes.ts'
import { type Chunk, mostChunks } from './chunks.ts'

const indexes = { single: 1, implicit: 2, fixedArray: 3, extensibleArray: 4, tree: 5 } as const

/**
 * All chunks listed by one of the indexes that HDF5 1.10 and newer write (`libver="latest"`). `fields` stands at the index's type in the layout message,
 * `filtered` says that chunks carry their stored size. Source: HDF5 file format specification, VII.A–D.
 */
export async function listNewChunks(
  file: Hdf5Bytes,
  fields: FieldReader,
  filtered: boolean,
  grid: ChunkGrid,
): Promise<Chunk[]> {
  const index = fields.u8()
  if (index === indexes.single) {
    const length = filtered ? fields.length() : grid.chunkBytes
    const skipped = filtered ? fields.u32() : 0
    return [{ origin: grid.shape.map(() => 0), address: fields.offset(), length, skipped }]
  }
  if (index === indexes.implicit) return implicitChunks(file, fields.offset(), grid)
  if (index === indexes.fixedArray) {
    fields.skip(1)
    return fixedArrayChunks(file, fields.offset(), grid)
  }
  if (index === indexes.extensibleArray) {
    fields.skip(5)
    return extensibleArrayChunks(file, fields.offset(), grid)
  }
  if (index !== indexes.tree) throw badFile(file.name, `has an index of chunks of kind ${index}, get the file again`)
  fields.skip(6)
  return treeChunks(file, fields.offset(), filtered, grid)
}

function implicitChunks(file: Hdf5Bytes, address: number, grid: ChunkGrid): Chunk[] {
  const { count, origin } = numberChunks(file, grid)
  const length = grid.chunkBytes
  return Array.from({ length: count }, (_, i) => ({
    origin: origin(i),
    address: address + i * length,
    length,
    skipped: 0,
  })).filter((chunk) => isInside(chunk, grid))
}

async function treeChunks(file: Hdf5Bytes, address: number, filtered: boolean, grid: ChunkGrid): Promise<Chunk[]> {
  if (address === none) return []
  const { offset } = file.sizes
  const rank = grid.shape.length
  const records = await listTreeRecords(file, address, mostChunks, 'chunks')
  return records.map((record) => {
    const fields = file.reader(record)
    const place = fields.offset()
    const sizeBytes = record.length - offset - 4 - 8 * rank
    const length = filtered ? fields.unsigned(sizeBytes) : grid.chunkBytes
    const skipped = filtered ? fields.u32() : 0
    const origin = grid.chunkShape.map((size) => fields.unsigned(8) * size)
    return { origin, address: place, length, skipped }
  })
}

/** Collects the elements of an array of chunks in the order of their numbers; those never written are left out. */
class ElementReader {
  readonly chunks: Chunk[] = []
  readonly count: number
  private next = 0
  private readonly file: Hdf5Bytes
  private readonly grid: ChunkGrid
  private readonly filtered: boolean
  private readonly elementBytes: number
  private readonly origin: (index: number) => number[]

  constructor(file: Hdf5Bytes, grid: ChunkGrid, filtered: boolean, elementBytes: number) {
    const { offset } = file.sizes
    if (filtered ? !(elementBytes > offset + 4 && elementBytes <= offset + 12) : elementBytes !== offset)
      throw badFile(file.name, `has an index of chunks with elements of ${elementBytes} bytes, get the file again`)
    this.file = file
    this.grid = grid
    this.filtered = filtered
    this.elementBytes = elementBytes
    const { count, origin } = numberChunks(file, grid)
    this.count = count
    this.origin = origin
  }

  get isDone(): boolean {
    return this.next >= this.count
  }

  skip(elements: number): void {
    this.next += elements
  }

  take(fields: FieldReader, elements: number): void {
    for (let e = 0; e < elements && !this.isDone; e++) {
      const address = fields.offset()
      const length = this.filtered
        ? fields.unsigned(this.elementBytes - this.file.sizes.offset - 4)
        : this.grid.chunkBytes
      const chunk = { origin: this.origin(this.next++), address, length, skipped: this.filtered ? fields.u32() : 0 }
      if (address !== none && isInside(chunk, this.grid)) this.chunks.push(chunk)
    }
  }

  /** Takes the elements of a block that lie behind `prefix` bytes of its own. */
  async takeBlock(address: number, signature: string, prefix: number, elements: number): Promise<void> {
    const fields = await this.file.metadata(address, prefix + elements * this.elementBytes + 4, signature)
    fields.at = prefix
    const wanted = Math.min(elements, this.count - this.next)
    this.take(fields, wanted)
    this.skip(elements - wanted)
  }

  /** Takes the elements of pages that lie one behind the other, each with its checksum; `bits` has a bit for each page that was written, from `firstBit` on. */
  async takePages(address: number, elements: number, pageElements: number, bits: Uint8Array, firstBit = 0) {
    const pageBytes = pageElements * this.elementBytes + 4
    for (let page = 0; page * pageElements < elements && !this.isDone; page++) {
      const inPage = Math.min(pageElements, elements - page * pageElements)
      const place = firstBit + page
      if ((bits[place >> 3] & (0x80 >> (place & 7))) === 0) {
        this.skip(inPage)
        continue
      }
      const bytes = await this.file.read(address + page * pageBytes, inPage * this.elementBytes + 4)
      this.take(this.file.withoutChecksum(bytes), inPage)
    }
  }
}

/** The chunks of an array that cannot grow, listed in one block. Source: HDF5 file format specification, VII.C. */
async function fixedArrayChunks(file: Hdf5Bytes, address: number, grid: ChunkGrid): Promise<Chunk[]> {
  if (address === none) return []
  const { offset, length } = file.sizes
  const head = await file.metadata(address, 12 + length + offset, 'FAHD')
  head.skip(1)
  const reader = new ElementReader(file, grid, head.u8() === 1, head.u8())
  const pageElements = 2 ** Math.min(head.u8(), 31)
  const elements = head.length()
  const block = head.offset()
  if (block === none) return []
  const prefix = 6 + offset
  if (elements <= pageElements) await reader.takeBlock(block, 'FADB', prefix, elements)
  else {
    const bitBytes = Math.ceil(Math.ceil(elements / pageElements) / 8)
    const fields = await file.metadata(block, prefix + bitBytes + 4, 'FADB')
    const bits = fields.bytes.subarray(prefix)
    await reader.takePages(block + prefix + bitBytes + 4, elements, pageElements, bits)
  }
  return reader.chunks
}

/** The chunks of an array with one unlimited dimension, listed in blocks that grow. Source: HDF5 file format specification, VII.D. */
async function extensibleArrayChunks(file: Hdf5Bytes, address: number, grid: ChunkGrid): Promise<Chunk[]> {
  if (address === none) return []
  const { offset, length } = file.sizes
  const head = await file.metadata(address, 16 + 6 * length + offset, 'EAHD')
  head.skip(1)
  const reader = new ElementReader(file, grid, head.u8() === 1, head.u8())
  const [indexBits, inIndex, blockElements, pointers, pageBits] = Array.from({ length: 5 }, head.u8)
  head.skip(6 * length)
  const indexBlock = head.offset()
  const isPower = (value: number) => value > 0 && Number.isInteger(Math.log2(value))
  if (!(indexBits <= 64 && isPower(blockElements) && isPower(pointers) && pageBits < 32))
    throw badFile(file.name, 'has a damaged index of chunks, get the file again')
  if (indexBlock === none) return []
  const superBlocks = 1 + indexBits - Math.log2(blockElements)
  const direct = 2 * Math.log2(pointers)
  const blockHead = 6 + offset + Math.ceil(indexBits / 8)
  const pageElements = 2 ** pageBits
  // The index block begins with the first elements; then come the places of data blocks, then those of blocks that list further ones.
  const places = 2 * (pointers - 1) + Math.max(0, superBlocks - direct)
  const firstBytes = inIndex * elementBytesOf(head)
  const index = await file.metadata(indexBlock, 10 + offset + firstBytes + places * offset, 'EAIB')
  index.skip(2 + offset)
  reader.take(file.reader(index.take(firstBytes)), inIndex)
  for (let s = 0; s < superBlocks && !reader.isDone; s++) {
    const blocks = 2 ** Math.floor(s / 2)
    const elements = 2 ** Math.ceil(s / 2) * blockElements
    const pages = elements > pageElements ? elements / pageElements : 0
    const bitBytes = Math.ceil(pages / 8)
    let list = index
    let bits = new Uint8Array(0)
    if (s >= direct) {
      const place = index.offset()
      if (place === none) {
        reader.skip(blocks * elements)
        continue
      }
      list = await file.metadata(place, blockHead + blocks * (bitBytes + offset) + 4, 'EASB')
      list.at = blockHead
      bits = new Uint8Array(list.take(blocks * bitBytes))
    }
    for (let b = 0; b < blocks && (!reader.isDone || s < direct); b++) {
      const block = list.offset()
      if (block === none || reader.isDone) reader.skip(elements)
      else if (pages === 0) await reader.takeBlock(block, 'EADB', blockHead, elements)
      else {
        await file.metadata(block, blockHead + 4, 'EADB')
        await reader.takePages(block + blockHead + 4, elements, pageElements, bits, b * pages)
      }
    }
  }
  return reader.chunks
}

/** The size of an element, third of the header's bytes after its signature. */
function elementBytesOf(head: FieldReader): number {
  return head.bytes[6]
}

/** What an index of chunks is made for: current and largest lengths (Infinity where unlimited), and the chunks' own. */
interface ChunkGrid {
  shape: number[]
  maxShape: number[]
  chunkShape: number[]
  chunkBytes: number
}

/** Gives the origin of chunk number i: numbers run over all chunks there may ever be, an unlimited dimension slowest. `count` is how many can be in the array as it is. */
function numberChunks(file: Hdf5Bytes, { shape, maxShape, chunkShape }: ChunkGrid) {
  const unlimited = maxShape.indexOf(Number.POSITIVE_INFINITY)
  const order = shape.map((_, d) => d).sort((a, b) => Number(b === unlimited) - Number(a === unlimited) || a - b)
  const lengths = order.map((d) => Math.ceil((d === unlimited ? shape[d] : maxShape[d]) / chunkShape[d]))
  const count = entries(lengths)
  if (!(count <= mostChunks))
    throw badFile(
      file.name,
      `has room for ${count} chunks in a dataset (limit ${mostChunks}), save it with larger ones`,
    )
  const origin = (index: number) => {
    const place = new Array<number>(shape.length)
    for (let k = order.length - 1, left = index; k >= 0; k--) {
      place[order[k]] = (left % lengths[k]) * chunkShape[order[k]]
      left = Math.floor(left / lengths[k])
    }
    return place
  }
  return { count, origin }
}

/** True for a chunk that holds some of the array as it is. */
function isInside({ origin }: Chunk, { shape }: ChunkGrid): boolean {
  return origin.every((start, d) => start < shape[d])
}
