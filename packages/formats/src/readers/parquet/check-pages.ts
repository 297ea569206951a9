import { badFile } from '../../bytes/bad-file.ts'
import { crc32 } from '../../bytes/checksums.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { checkThrift } from './check-thrift.ts'

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
  let found = 0
  for (let at = 0, page = 0; at < bytes.length - 1 && found < part.values; page++) {
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
      if (!(count >= 0 && found + count <= part.values))
        fail(`a page of ${count} values where ${part.values - found} are left`)
      found += count
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
