import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { guardLibrary } from '../bytes/guard-library.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import { buildTable } from '../table/build-table.ts'
import type { Table } from '../table/table.ts'
import { decodeLz4Frame } from './decode-lz4-frame.ts'

const lz4 = 0
const zstd = 1

/** Reads Arrow IPC (file or stream) and Feather version 2, plain or compressed with LZ4 or zstd. */
export async function readArrow(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  return guardLibrary(source.name, 'Arrow', async () => {
    const { setCompressionCodec, tableFromIPC } = await import('@uwdata/flechette')
    const { compressors } = await import('hyparquet-compressors')
    const budget = new MemoryBudget(source)
    const encode = () => {
      throw new Error('not used')
    }
    const undo = (name: 'LZ4_RAW' | 'ZSTD') => (bytes: Uint8Array, length: number) => {
      if (!budget.allows(length)) budget.claim(length, 'a compressed column')
      return name === 'ZSTD' ? compressors.ZSTD!(bytes, length) : decodeLz4Frame(source.name, bytes, length)
    }
    setCompressionCodec(lz4, { decode: undo('LZ4_RAW'), encode })
    setCompressionCodec(zstd, { decode: undo('ZSTD'), encode })
    const table = tableFromIPC(await source.slice(0), { useBigInt: false })
    const rows = table.numRows
    const names = table.names as string[]
    if (!(rows * 8 <= budget.limit))
      throw badFile(source.name, `declares ${rows} rows in ${source.byteLength} bytes, get the file again`)
    const columns = names.map((name, j) => {
      const column = table.getChildAt(j)
      if (column.length !== rows)
        throw badFile(source.name, `column "${name}" has ${column.length} values for ${rows} rows, get the file again`)
      budget.claim(8 * rows, `column "${name}"`)
      return { name, values: column.toArray() as ArrayLike<unknown> }
    })
    return buildTable(source.name, rows, columns, keepText)
  })
}
