import type { Share } from '@manyview/core/runtime'
import type { ColumnMetaData, FileMetaData, SchemaElement, SchemaTree } from 'hyparquet'
import { badFile, guardLibrary } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { decodeZstd } from '../../bytes/unzstd.ts'
import { TableBuilder } from '../../table/build-table.ts'
import { type Table, timeText } from '../../table/table.ts'
import { type ColumnPart, checkPages, checkThrift } from './check-pages.ts'
import { readVectors } from './vectors.ts'

const largestFooter = 2 ** 26

/**
 * Reads a Parquet file (plain, snappy, gzip, zstd, LZ4 or brotli): number columns, text, and columns that hold a vector a row.
 * `groups` picks the row groups to read, by default all.
 */
export async function readParquet(
  source: ByteSource,
  keepText: (name: string) => boolean,
  groups?: (count: number) => Share,
): Promise<Table> {
  return guardLibrary(source.name, 'Parquet', async () => {
    const { parquetMetadataAsync, parquetRead, parquetSchema } = await import('hyparquet')
    const { parquetHeader } = await import('hyparquet/src/column.js')
    const { decompressPage } = await import('hyparquet/src/datapage.js')
    const { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } = await import('hyparquet/src/schema.js')
    const { compressors } = await import('hyparquet-compressors')
    const budget = new MemoryBudget(source)
    const file = {
      byteLength: source.byteLength,
      slice: async (start: number, end?: number) => {
        const bytes = await source.slice(start < 0 ? source.byteLength + start : start, end)
        return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
      },
    }
    await checkFooter(source)
    const whole = await parquetMetadataAsync(file, { geoparquet: false })
    checkCounts(source, whole, Number(whole.num_rows))
    const metadata = groups ? onlyGroups(whole, groups(whole.row_groups.length)) : whole
    const rows = Number(metadata.num_rows)
    const guarded = Object.fromEntries(
      Object.entries(compressors).map(([name, undo]) => [
        name,
        (input: Uint8Array, length: number) => {
          if (!budget.allows(length)) budget.claim(length, 'a compressed page')
          return name === 'ZSTD'
            ? decodeZstd(source.name, input, length, budget.limit, (packed) => undo!(packed, length))
            : undo!(input, length)
        },
      ]),
    )
    const schema = parquetSchema(metadata)
    const unpacker = (codec: ColumnMetaData['codec']) => (bytes: Uint8Array, size: number) =>
      decompressPage(bytes, size, codec, guarded)
    for (const { part, column } of columnParts(source.name, source.byteLength, metadata)) {
      const path = getTreePath(schema, column.path_in_schema)
      const levelBlocks = Number(getMaxRepetitionLevel(path) > 0) + Number(getMaxDefinitionLevel(path) > 0)
      const unpack = column.type === 'INT64' ? unpacker(column.codec) : null
      const bytes = await source.slice(part.begin, part.begin + part.length)
      checkPages(source.name, bytes, { ...part, levelBlocks, unpack }, budget, parquetHeader)
    }
    const whyNot = (column: SchemaTree) => (leaves(column) > 1 ? 'records' : unreadable(leafOf(column)))
    const open = schema.children.filter((column) => whyNot(column) === undefined)
    const names = open.map(({ element }) => element.name)
    const table = new TableBuilder(source, rows, names, keepText)
    for (const column of schema.children) {
      const { name } = column.element
      const what = whyNot(column)
      if (what !== undefined) {
        table.leaveOut(name, what)
        continue
      }
      const vectors = await readVectors(source, metadata, schema, column, budget, guarded)
      if (vectors) {
        table.add({ name, values: vectors })
        continue
      }
      const parts: Part[] = []
      let rowStart = 0
      // One piece at a time: of several that fail at once the library would leave all but one failure unhandled.
      for (const group of metadata.row_groups) {
        const rowEnd = rowStart + Number(group.num_rows)
        const onChunk = ({ columnData, rowStart: start }: { columnData: ArrayLike<unknown>; rowStart: number }) => {
          parts.push({ values: columnData, start })
        }
        if (rowEnd > rowStart)
          await parquetRead({
            file,
            metadata,
            columns: [name],
            rowStart,
            rowEnd,
            compressors: guarded,
            geoparquet: false,
            onChunk,
          })
        rowStart = rowEnd
      }
      const values = joinParts(source.name, name, parts, rows)
      table.add({ name, values: logicalValues(leafOf(column), values) })
    }
    return table.finish()
  })
}

interface Part {
  values: ArrayLike<unknown>
  start: number
}

function onlyGroups(metadata: FileMetaData, { begin, end }: Share): FileMetaData {
  const row_groups = metadata.row_groups.slice(begin, end)
  return { ...metadata, row_groups, num_rows: row_groups.reduce((sum, group) => sum + group.num_rows, 0n) }
}

/** Columns of plain values below a column; records have several and are left out. */
function leaves(column: SchemaTree, depth = 0): number {
  if (column.children.length === 0 || depth > 16) return 1
  return column.children.reduce((sum, child) => sum + leaves(child, depth + 1), 0)
}

/** The type of a column of plain values, also within lists. */
function leafOf({ children, element }: SchemaTree): SchemaElement {
  return children.length === 1 ? leafOf(children[0]) : element
}

async function checkFooter(source: ByteSource): Promise<void> {
  if (source.byteLength < 12)
    throw badFile(source.name, `has ${source.byteLength} bytes, too few for Parquet, get the file again`)
  const tail = await source.slice(source.byteLength - 8, source.byteLength)
  const length = new DataView(tail.buffer, tail.byteOffset, 8).getUint32(0, true)
  if (length > source.byteLength - 12 || length > largestFooter)
    throw badFile(
      source.name,
      `declares a footer of ${length} bytes in a file of ${source.byteLength}, get the file again`,
    )
  checkThrift(await source.slice(source.byteLength - 8 - length, source.byteLength - 8))
}

/** Row and value counts must be believable before anything is made of that size: a value can be as short as a bit in a run, so the budget is the measure. */
function checkCounts(source: ByteSource, metadata: FileMetaData, rows: number): void {
  const budget = new MemoryBudget(source)
  const total = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (!(rows >= 0 && total === rows))
    throw badFile(source.name, `declares ${rows} rows but its parts have ${total}, get the file again`)
  for (const group of metadata.row_groups)
    for (const { meta_data: column } of group.columns) budget.claim(8 * Number(column?.num_values ?? 0), 'a column')
}

/** Where the pages of every column of every row group are; all must lie within the file. */
function columnParts(
  file: string,
  byteLength: number,
  metadata: FileMetaData,
): { part: Pick<ColumnPart, 'begin' | 'length' | 'values'>; column: ColumnMetaData }[] {
  return metadata.row_groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data: column }) => {
      if (!column) throw badFile(file, 'has a column without a description, get the file again')
      // An offset of 0 means that there is no dictionary.
      const begin = Number(column.dictionary_page_offset || column.data_page_offset)
      const length = Number(column.total_compressed_size)
      if (!(begin >= 4 && length >= 0 && begin + length <= byteLength))
        throw badFile(
          file,
          `has a column of ${length} bytes at ${begin} in a file of ${byteLength}, get the file again`,
        )
      return [{ part: { begin, length, values: Number(column.num_values) }, column }]
    }),
  )
}

function joinParts(file: string, name: string, parts: Part[], rows: number): ArrayLike<unknown> {
  if (parts.length === 1 && parts[0].start === 0 && parts[0].values.length === rows) return parts[0].values
  const filled = parts.reduce((sum, { values }) => sum + values.length, 0)
  if (filled !== rows) throw badFile(file, `column "${name}" has ${filled} values for ${rows} rows, get the file again`)
  const result = new Array<unknown>(rows)
  for (const { values, start } of parts) for (let i = 0; i < values.length; i++) result[start + i] = values[i]
  return result
}

const readBytes = ['DECIMAL', 'UUID', 'FLOAT16']
/** Milliseconds of one unit of a time of day. */
const units: Record<string, number> = { MILLIS: 1, MICROS: 1e-3, NANOS: 1e-6 }

/** What keeps a column from being read, in words; undefined where nothing does. */
export function unreadable({ type, converted_type, logical_type }: SchemaElement): string | undefined {
  const kind = logical_type?.type ?? converted_type ?? ''
  if (kind === 'GEOMETRY' || kind === 'GEOGRAPHY') return 'shapes'
  if (kind === 'BSON') return 'BSON'
  if (converted_type === 'INTERVAL') return 'intervals'
  return type === 'FIXED_LEN_BYTE_ARRAY' && !readBytes.includes(kind) ? 'bytes' : undefined
}

/** The values of a column as its type means them, where the library gives the stored ones: times of day as text, decimals as the nearest doubles. */
export function logicalValues(element: SchemaElement, values: ArrayLike<unknown>): ArrayLike<unknown> {
  const { converted_type, logical_type, scale = 0 } = element
  if (converted_type === 'DECIMAL') return Array.from(values, (value) => decimal(value, scale))
  const unit = logical_type?.type === 'TIME' ? logical_type.unit : /^TIME_(.*)$/.exec(converted_type ?? '')?.[1]
  if (unit === undefined) return values
  return Array.from(values, (time) =>
    time === null || time === undefined ? null : timeText(Number(time) * units[unit]),
  )
}

/** The library multiplies by a power of ten, which makes 0.30000000000000004 of 0.3. */
function decimal(value: unknown, scale: number): unknown {
  if (Array.isArray(value)) return value.map((each) => decimal(each, scale))
  return typeof value === 'number' && scale >= 0 && scale <= 100 ? Number(value.toFixed(scale)) : value
}
