import type { ColumnMetaData, Compressors, FileMetaData, PageHeader, SchemaTree } from 'hyparquet'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { type FlatVectors, VectorBuilder } from '../../table/vector-column.ts'
import { PageDecoder, type PageValues } from './page-decoder.ts'

type ColumnDecoder = Parameters<typeof import('hyparquet/src/column.js').readPage>[2]

/**
 * Reads a column that holds a vector of numbers per row page by page, straight into one array: the library would make a list of each row first, six times
 * the memory. Null for a column of another kind. The page headers must have been checked. Source: Parquet format, Dremel levels.
 */
export async function readVectors(
  source: ByteSource,
  metadata: FileMetaData,
  schema: SchemaTree,
  column: SchemaTree,
  budget: MemoryBudget,
  compressors: Compressors,
): Promise<FlatVectors | null> {
  const path = pathToLeaf(schema, column)
  const { element } = path[path.length - 1]
  const levels = listLevels(path)
  if (!levels || !isNumber(element)) return null
  const { parquetHeader, readPage } = await import('hyparquet/src/column.js')
  const { decompressPage, readDataPage, readDataPageV2 } = await import('hyparquet/src/datapage.js')
  const { convert, convertWithDictionary, DEFAULT_PARSERS } = await import('hyparquet/src/convert.js')
  const rows = Number(metadata.num_rows)
  const pages = new PageDecoder(element.type!, levels.highest)
  // Integers without a sign are rare enough to leave them to the library.
  const isUnsigned = /^UINT/.test(element.converted_type ?? '') || element.logical_type !== undefined
  const builder = new VectorBuilder(source.name, column.element.name, rows, budget, element.type === 'FLOAT')
  for (const group of metadata.row_groups) {
    const stored = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column.element.name)
    if (stored?.meta_data) await readChunk(stored.meta_data)
  }
  return builder.finish()

  async function readChunk(chunk: ColumnMetaData): Promise<void> {
    const begin = Number(chunk.dictionary_page_offset || chunk.data_page_offset)
    const bytes = await source.slice(begin, begin + Number(chunk.total_compressed_size))
    const decoder = {
      ...chunk,
      pathInSchema: chunk.path_in_schema,
      schemaPath: path,
      element,
      compressors,
      parsers: DEFAULT_PARSERS,
    }
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
    const total = Number(chunk.num_values)
    let dictionary: Float64Array | undefined
    for (let entries = 0; entries < total && reader.offset < bytes.length - 1; ) {
      const header = parquetHeader(reader)
      if (header.type === 'DICTIONARY_PAGE') {
        const { data } = readPage(reader, header, decoder, undefined, undefined, 0)
        if (data) dictionary = Float64Array.from(convert(data, decoder) as ArrayLike<unknown>, Number)
        continue
      }
      const packed = bytes.subarray(reader.offset, reader.offset + header.compressed_page_size)
      reader.offset += header.compressed_page_size
      const facts = header.data_page_header ?? header.data_page_header_v2
      if (!facts) continue
      const page = unpackPage(header, packed, chunk.codec)
      const numbers = isUnsigned ? null : pages.read(header, page, dictionary)
      placeEntries(facts.num_values, numbers ?? readByLibrary(header, packed, page, decoder, dictionary))
      entries += facts.num_values
    }
  }

  /** The page's bytes; of version 2 only the part behind the levels is packed. */
  function unpackPage(header: PageHeader, packed: Uint8Array, codec: ColumnMetaData['codec']): Uint8Array {
    const second = header.data_page_header_v2
    if (!second) return decompressPage(packed, header.uncompressed_page_size, codec, compressors)
    if (second.is_compressed === false) return packed
    const levels = second.repetition_levels_byte_length + second.definition_levels_byte_length
    const values = decompressPage(packed.subarray(levels), header.uncompressed_page_size - levels, codec, compressors)
    const page = new Uint8Array(levels + values.length)
    page.set(packed.subarray(0, levels))
    page.set(values, levels)
    return page
  }

  /** Decodes a page by the library, for encodings that are rare in columns of vectors. */
  function readByLibrary(
    header: PageHeader,
    packed: Uint8Array,
    page: Uint8Array,
    decoder: ColumnDecoder,
    dictionary: Float64Array | undefined,
  ): PageValues {
    const facts = header.data_page_header
      ? { ...readDataPage(page, header.data_page_header, decoder), encoding: header.data_page_header.encoding }
      : { ...readDataPageV2(packed, header, decoder), encoding: header.data_page_header_v2!.encoding }
    const values = convertWithDictionary(facts.dataPage, dictionary, facts.encoding, decoder)
    return {
      repetition: facts.repetitionLevels,
      definition: facts.definitionLevels?.length ? facts.definitionLevels : null,
      present: values.length,
      value: (i) => Number(values[i]),
    }
  }

  /** A repetition level of 0 begins a row; the definition level tells how much of it is there. */
  function placeEntries(count: number, { repetition, definition, value, present }: PageValues): void {
    const { inList, highest } = levels!
    let used = 0
    for (let i = 0; i < count; i++) {
      const level = definition ? definition[i] : highest
      if (repetition[i] === 0) builder.next(level < inList - 1)
      if (level >= inList) builder.push(level === highest ? value(used++) : Number.NaN)
    }
    if (used > present) throw new RangeError(`a page of ${present} numbers where ${used} are needed`)
  }
}

function pathToLeaf(schema: SchemaTree, column: SchemaTree): SchemaTree[] {
  const path = [schema]
  for (let node: SchemaTree | undefined = column; node && path.length < 16; node = node.children[0]) path.push(node)
  return path
}

/** Levels of a list of plain values: from which on an entry is there, and that of an entry with a value. Null for anything but one list. */
function listLevels(path: SchemaTree[]): { inList: number; highest: number } | null {
  let highest = 0
  let inList = 0
  let lists = 0
  for (const { element } of path.slice(1)) {
    if (element.repetition_type !== 'REQUIRED') highest++
    if (element.repetition_type !== 'REPEATED') continue
    lists++
    inList = highest
  }
  return lists === 1 ? { inList, highest } : null
}

function isNumber({ type, converted_type, logical_type }: SchemaTree['element']): boolean {
  return (
    (type === 'FLOAT' || type === 'DOUBLE' || type === 'INT32' || type === 'INT64') &&
    (converted_type === undefined || /^U?INT_/.test(converted_type)) &&
    (logical_type === undefined || logical_type.type === 'INTEGER')
  )
}
