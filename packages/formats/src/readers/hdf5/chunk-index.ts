import { badFile } from '../../bytes/bad-file.ts'
import { listTreeRecords, wide } from './btree2.ts'
import type { FieldReader, Hdf5Bytes } from './bytes.ts'
import { type ChunkGrid, extensibleArrayChunks, fixedArrayChunks, isInside, numberChunks } from './chunk-arrays.ts'
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
  if (!file.has(address)) return []
  const { offset } = file.sizes
  const rank = grid.shape.length
  const records = await listTreeRecords(file, address, mostChunks, 'chunks')
  return records.map((record) => {
    const fields = file.reader(record)
    const place = fields.offset()
    const sizeBytes = record.length - offset - 4 - 8 * rank
    const length = filtered ? wide(fields.take(sizeBytes)) : grid.chunkBytes
    const skipped = filtered ? fields.u32() : 0
    const origin = grid.chunkShape.map((size) => fields.unsigned(8) * size)
    return { origin, address: place, length, skipped }
  })
}
