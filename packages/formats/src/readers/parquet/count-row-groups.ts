import { guardLibrary } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'

/** How many row groups a Parquet file has; only its footer is read. */
export async function countRowGroups(source: ByteSource): Promise<number> {
  return guardLibrary(source.name, 'Parquet', async () => {
    const { parquetMetadataAsync } = await import('hyparquet')
    const slice = async (start: number, end?: number) => {
      const bytes = await source.slice(start < 0 ? source.byteLength + start : start, end)
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    }
    const metadata = await parquetMetadataAsync({ byteLength: source.byteLength, slice }, { geoparquet: false })
    return metadata.row_groups.length
  })
}
