import { badFile } from '../../bytes/bad-file.ts'
import { crc32 } from '../../bytes/checksums.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'

/** What the footer says of a column's part: where it is, how long, and how many values it has. */
export interface ColumnPart {
  begin: number
  length: number
  values: number
  /** Blocks of levels before the values of a page of version 1. */
  levelBlocks: number
  /** Unpacks bytes to a known size; null where the column's type is safe in every encoding. */
  unpack: ((bytes: Uint8Array, size: number) => Uint8Array) | null
}

/** The fields of a page header that sizes are made of. */
interface PageHeader {
  type?: string
  uncompressed_page_size: number
  compressed_page_size: number
  /** CRC-32 of the page as stored, where the writer put one. */
  crc?: number
  data_page_header?: { num_values: number; encoding?: string }
  data_page_header_v2?: {
    num_values: number
    encoding?: string
    is_compressed?: boolean
    num_rows: number
    num_nulls: number
    definition_levels_byte_length: number
    repetition_levels_byte_length: number
  }
  dictionary_page_header?: { num_values: number }
}

const mostPages = 100_000

/** Checks all page headers of a column's part before the library makes anything of them: sizes within the part, no more values than the footer says. */
export function checkPages(
  file: string,
  bytes: Uint8Array,
  part: ColumnPart,
  budget: MemoryBudget,
  readHeader: (reader: { view: DataView; offset: number }) => unknown,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fail = (what: string): never => {
    throw badFile(file, `is a damaged Parquet file (${what}), get the file again`)
  }
  let valueCount = 0
  for (let at = 0, page = 0; at < bytes.length - 1 && valueCount < part.values; page++) {
    if (page > mostPages) fail('too many pages')
    const data = checkThrift(bytes, at)
    const header = readHeader({ view, offset: at }) as PageHeader
    const { uncompressed_page_size: inflated, compressed_page_size: stored } = header
    if (!(stored >= 0 && data + stored <= bytes.length)) fail(`a page of ${stored} bytes`)
    if (header.crc !== undefined && crc32(bytes.subarray(data, data + stored)) !== header.crc >>> 0)
      fail('a page with a wrong checksum')
    if (!(inflated >= 0 && budget.allows(inflated))) fail(`a page that grows to ${inflated} bytes`)
    const pageData = header.data_page_header ?? header.data_page_header_v2
    const dictionary = header.dictionary_page_header
    if (
      header.type === 'DICTIONARY_PAGE' &&
      !(dictionary && dictionary.num_values >= 0 && dictionary.num_values <= inflated)
    )
      fail('a dictionary with too many values')
    if (header.type === 'DATA_PAGE' || header.type === 'DATA_PAGE_V2') {
      const count = pageData?.num_values ?? -1
      if (!(count >= 0 && valueCount + count <= part.values))
        fail(`a page of ${count} values where ${part.values - valueCount} are left`)
      valueCount += count
      const second = header.data_page_header_v2
      if (second && header.type === 'DATA_PAGE_V2') {
        const levels = second.definition_levels_byte_length + second.repetition_levels_byte_length
        if (!(second.num_rows >= 0 && second.num_rows <= count && second.num_nulls >= 0 && second.num_nulls <= count))
          fail('a page with too many rows')
        if (
          !(
            second.definition_levels_byte_length >= 0 &&
            second.repetition_levels_byte_length >= 0 &&
            levels <= stored &&
            levels <= inflated
          )
        )
          fail('a page with wrong levels')
      }
      if (part.unpack && pageData?.encoding === 'DELTA_BINARY_PACKED' && count > 0)
        checkDelta(
          file,
          values(header, bytes.subarray(data, data + stored), part.unpack),
          second ? 0 : part.levelBlocks,
        )
    }
    at = data + stored
  }
}

/** The unpacked bytes of a page; of version 2 without its levels. */
function values(header: PageHeader, stored: Uint8Array, unpack: NonNullable<ColumnPart['unpack']>): Uint8Array {
  const second = header.data_page_header_v2
  if (!second) return unpack(stored, header.uncompressed_page_size)
  const levels = second.definition_levels_byte_length + second.repetition_levels_byte_length
  const packed = stored.subarray(levels)
  return second.is_compressed === false ? packed : unpack(packed, header.uncompressed_page_size - levels)
}

/**
 * Checks the head of delta-packed numbers, of which the library believes every word: no more small blocks than there are bytes to describe them. `page` is
 * unpacked; `levelBlocks` blocks of levels, each with its length before it, come first. Source: Parquet format, DELTA_BINARY_PACKED.
 */
export function checkDelta(file: string, page: Uint8Array, levelBlocks: number): void {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
  const fail = () => badFile(file, 'is a damaged Parquet file (wrong delta encoding), get the file again')
  let at = 0
  for (let block = 0; block < levelBlocks; block++) {
    if (at + 4 > page.length) throw fail()
    at += 4 + view.getUint32(at, true)
  }
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      if (at >= page.length) throw fail()
      const byte = page[at++]
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
    throw fail()
  }
  const blockSize = varint()
  const smallBlocks = varint()
  if (!(smallBlocks > 0 && smallBlocks <= page.length && blockSize > 0 && blockSize <= 2 ** 24)) throw fail()
}

const deepest = 32

/**
 * Walks one Thrift structure (compact protocol) without making anything of it, so that no list or text is longer than the bytes that are there; gives where
 * it ends. Throws a RangeError otherwise. Source: Thrift compact protocol specification.
 */
export function checkThrift(bytes: Uint8Array, begin = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = begin
  const fail = (what: string): never => {
    throw new RangeError(`Thrift data is damaged: ${what}`)
  }
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      if (shift > 63) fail('a number without end')
      const byte = view.getUint8(at++)
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  const skip = (count: number) => {
    if (!(count <= bytes.length - at)) fail(`${count} bytes where ${bytes.length - at} are left`)
    at += count
  }
  const element = (type: number, inList: boolean, depth: number): void => {
    if (depth > deepest) fail('nested too deep')
    if (type === 1 || type === 2) skip(inList ? 1 : 0)
    else if (type === 3) skip(1)
    else if (type >= 4 && type <= 6) varint()
    else if (type === 7) skip(8)
    else if (type === 8) skip(varint())
    else if (type === 9 || type === 10) {
      const head = view.getUint8(at++)
      const count = head >> 4 === 15 ? varint() : head >> 4
      // Every element takes at least a byte.
      if (count > bytes.length - at) fail(`a list of ${count}`)
      for (let i = 0; i < count; i++) element(head & 15, true, depth + 1)
    } else if (type === 12) struct(depth + 1)
    else fail(`type ${type}`)
  }
  const struct = (depth: number): void => {
    for (;;) {
      const head = view.getUint8(at++)
      if ((head & 15) === 0) return
      if (head >> 4 === 0) varint()
      element(head & 15, false, depth)
    }
  }
  struct(0)
  return at
}
