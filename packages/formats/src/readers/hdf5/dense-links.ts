import { badFile } from '../../bytes/bad-file.ts'
import { listTreeRecords, wide } from './btree2.ts'
import type { Hdf5Bytes } from './bytes.ts'

const mostLinks = 100_000

/** The link messages of a group that keeps many links: a version 2 B-tree names them, a fractal heap holds them. Source: HDF5 file format specification, III.A.2 and III.G. */
export async function readDenseLinks(file: Hdf5Bytes, heapAddress: number, treeAddress: number): Promise<Uint8Array[]> {
  const heap = await openHeap(file, heapAddress)
  const links: Uint8Array[] = []
  // A record is the hash of the name and the heap id.
  for (const record of await listTreeRecords(file, treeAddress, mostLinks, 'objects in a group'))
    links.push(await heap(record.subarray(4)))
  return links
}

/** A function that gives the object with a heap id. */
async function openHeap(file: Hdf5Bytes, address: number): Promise<(id: Uint8Array) => Promise<Uint8Array>> {
  const { offset, length } = file.sizes
  const refuse = (what: string) =>
    badFile(file.name, `keeps a large group in ${what}, which is not read, save it with libver="earliest"`)
  const fields = await file.fields(address, 26 + 12 * length + 3 * offset)
  fields.expect('FRHP')
  fields.skip(3)
  if (fields.u16() > 0) throw refuse('a compressed heap')
  fields.skip(5 + length + offset + length + offset + 8 * length)
  const width = fields.u16()
  const startSize = fields.length()
  const largestDirect = fields.length()
  const offsetBytes = Math.ceil(fields.u16() / 8)
  fields.skip(2)
  const root = fields.offset()
  const rows = fields.u16()
  if (!(width > 0 && width <= 1024 && startSize > 0 && largestDirect >= startSize && rows <= 64 && offsetBytes <= 6))
    throw badFile(file.name, 'has a damaged heap, get the file again')
  return async (id) => {
    const fieldsOfId = file.reader(id)
    if ((fieldsOfId.u8() & 0x30) !== 0) throw refuse('separate objects')
    const at = wide(fieldsOfId.take(offsetBytes))
    const size = wide(fieldsOfId.take(Math.min(fieldsOfId.left, 4)))
    if (rows === 0) return file.read(root + at, size)
    // The root lists blocks row by row: the first two rows hold blocks of the starting size, each further row doubles it.
    let begin = 0
    for (let row = 0; row < rows; row++) {
      const blockSize = startSize * 2 ** Math.max(0, row - 1)
      if (blockSize > largestDirect) break
      if (at < begin + width * blockSize) {
        const column = Math.floor((at - begin) / blockSize)
        const list = await file.fields(root, 5 + offset + offsetBytes + (row * width + column + 1) * offset)
        list.expect('FHIB')
        list.skip(1 + offset + offsetBytes + (row * width + column) * offset)
        return file.read(list.offset() + at - begin - column * blockSize, size)
      }
      begin += width * blockSize
    }
    throw refuse('a heap of many levels')
  }
}
