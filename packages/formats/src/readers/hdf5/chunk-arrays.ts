import { badFile } from '../../bytes/bad-file.ts'
import { entries } from '../../bytes/stored-value.ts'
import { wide } from './btree2.ts'
import type { FieldReader, Hdf5Bytes } from './bytes.ts'
import { type Chunk, mostChunks } from './chunks.ts'

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
        ? wide(fields.take(this.elementBytes - this.file.sizes.offset - 4))
        : this.grid.chunkBytes
      const chunk = { origin: this.origin(this.next++), address, length, skipped: this.filtered ? fields.u32() : 0 }
      if (this.file.has(address) && isInside(chunk, this.grid)) this.chunks.push(chunk)
    }
  }

  /** The elements of a block from `address` on, in pages with a checksum each where there are more than a page holds; `written` has a bit for each page. */
  async takeBlock(address: number, elements: number, pageElements: number, written: (page: number) => boolean) {
    if (elements <= pageElements) {
      const wanted = Math.min(elements, this.count - this.next)
      this.take(this.file.reader(await this.file.read(address, wanted * this.elementBytes)), wanted)
      this.skip(elements - wanted)
      return
    }
    const pageBytes = pageElements * this.elementBytes + 4
    for (let page = 0; page * pageElements < elements && !this.isDone; page++) {
      const inPage = Math.min(pageElements, elements - page * pageElements)
      const wanted = Math.min(inPage, this.count - this.next)
      if (!written(page)) this.skip(wanted)
      else
        this.take(
          this.file.reader(await this.file.read(address + page * pageBytes, wanted * this.elementBytes)),
          wanted,
        )
    }
  }
}

/** The chunks of an array that cannot grow, listed in one block. Source: HDF5 file format specification, VII.C. */
export async function fixedArrayChunks(file: Hdf5Bytes, address: number, grid: ChunkGrid): Promise<Chunk[]> {
  if (!file.has(address)) return []
  const { offset, length } = file.sizes
  const head = await file.fields(address, 8 + length + offset)
  head.expect('FAHD')
  head.skip(1)
  const reader = new ElementReader(file, grid, head.u8() === 1, head.u8())
  const pageElements = 2 ** Math.min(head.u8(), 31)
  const elements = head.length()
  const block = head.offset()
  if (!file.has(block)) return []
  const pages = elements > pageElements ? Math.ceil(elements / pageElements) : 0
  const prefix = 6 + offset
  const marks = await file.fields(block, prefix + Math.ceil(pages / 8))
  marks.expect('FADB')
  const bits = marks.bytes.subarray(prefix)
  const begin = block + prefix + (pages > 0 ? Math.ceil(pages / 8) + 4 : 0)
  await reader.takeBlock(begin, elements, pageElements, (page) => isSet(bits, page))
  return reader.chunks
}

function isSet(bits: Uint8Array, place: number): boolean {
  return (bits[place >> 3] & (0x80 >> (place & 7))) !== 0
}

/** The chunks of an array with one unlimited dimension, listed in blocks that grow. Source: HDF5 file format specification, VII.D. */
export async function extensibleArrayChunks(file: Hdf5Bytes, address: number, grid: ChunkGrid): Promise<Chunk[]> {
  if (!file.has(address)) return []
  const { offset, length } = file.sizes
  const head = await file.fields(address, 12 + 6 * length + offset)
  head.expect('EAHD')
  head.skip(1)
  const reader = new ElementReader(file, grid, head.u8() === 1, head.u8())
  const [indexBits, inIndex, blockElements, pointers, pageBits] = Array.from({ length: 5 }, head.u8)
  head.skip(6 * length)
  const indexBlock = head.offset()
  const isPower = (value: number) => value > 0 && Number.isInteger(Math.log2(value))
  if (!(indexBits <= 64 && isPower(blockElements) && isPower(pointers) && pageBits < 32))
    throw badFile(file.name, 'has a damaged index of chunks, get the file again')
  if (!file.has(indexBlock)) return []
  const superBlocks = 1 + indexBits - Math.log2(blockElements)
  const direct = 2 * Math.log2(pointers)
  const blockHead = 6 + offset + Math.ceil(indexBits / 8)
  const pageElements = 2 ** pageBits
  // The index block begins with the first elements; then come the places of data blocks, then those of blocks that list further ones.
  const fields = await file.fields(indexBlock, 6 + offset + 256 * 20 + (2 * pointers + superBlocks) * offset)
  fields.expect('EAIB')
  fields.skip(2 + offset)
  const firstElements = fields.take(inIndex * elementBytesOf(head))
  reader.take(file.reader(firstElements), inIndex)
  for (let s = 0; s < superBlocks && !reader.isDone; s++) {
    const blocks = 2 ** Math.floor(s / 2)
    const elements = 2 ** Math.ceil(s / 2) * blockElements
    const pages = elements > pageElements ? elements / pageElements : 0
    const markBytes = Math.ceil(pages / 8)
    let list = fields
    let marks = new Uint8Array(0)
    if (s >= direct) {
      const place = fields.offset()
      if (!file.has(place)) {
        reader.skip(blocks * elements)
        continue
      }
      list = await file.fields(place, blockHead + blocks * (markBytes + offset))
      list.expect('EASB')
      list.skip(blockHead - 4)
      marks = new Uint8Array(list.take(blocks * markBytes))
    }
    for (let b = 0; b < blocks && (!reader.isDone || s < direct); b++) {
      const block = list.offset()
      if (!file.has(block) || reader.isDone) {
        reader.skip(elements)
        continue
      }
      ;(await file.fields(block, 4)).expect('EADB')
      await reader.takeBlock(block + blockHead + (pages > 0 ? 4 : 0), elements, pageElements, (page) =>
        isSet(marks, b * pages + page),
      )
    }
  }
  return reader.chunks
}

/** The size of an element, third of the header's bytes after its signature. */
function elementBytesOf(head: FieldReader): number {
  return head.bytes[6]
}

/** What an index of chunks is made for: current and largest lengths (Infinity where unlimited), and the chunks' own. */
export interface ChunkGrid {
  shape: number[]
  maxShape: number[]
  chunkShape: number[]
  chunkBytes: number
}

/** Gives the origin of chunk number i: numbers run over all chunks there may ever be, an unlimited dimension slowest. `count` is how many can be in the array as it is. */
export function numberChunks(file: Hdf5Bytes, { shape, maxShape, chunkShape }: ChunkGrid) {
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
    for (let k = order.length - 1, rest = index; k >= 0; k--) {
      place[order[k]] = (rest % lengths[k]) * chunkShape[order[k]]
      rest = Math.floor(rest / lengths[k])
    }
    return place
  }
  return { count, origin }
}

/** True for a chunk that holds some of the array as it is. */
export function isInside({ origin }: Chunk, { shape }: ChunkGrid): boolean {
  return origin.every((start, d) => start < shape[d])
}
