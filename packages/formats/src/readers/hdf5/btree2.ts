import { badFile } from '../../bytes/bad-file.ts'
import type { Hdf5Bytes } from './bytes.ts'

const deepestTree = 8

/** All records of a version 2 B-tree, `most` at most; `what` names them in messages. Source: HDF5 file format specification, III.A.2. */
export async function listTreeRecords(
  file: Hdf5Bytes,
  address: number,
  most: number,
  what: string,
): Promise<Uint8Array[]> {
  const head = await file.metadata(address, 22 + file.sizes.offset + file.sizes.length, 'BTHD')
  head.skip(2)
  const nodeBytes = head.u32()
  const recordBytes = head.u16()
  const depth = head.u16()
  head.skip(2)
  const root = head.offset()
  const count = head.u16()
  if (!(recordBytes > 4 && nodeBytes > 10 + recordBytes && depth <= deepestTree))
    throw badFile(file.name, `has a damaged index of ${what}, get the file again`)
  const leafMost = Math.floor((nodeBytes - 10) / recordBytes)
  const countBytes = bytesFor(leafMost)
  const totals = [{ most: leafMost, bytes: 0 }]
  for (let level = 1; level <= depth; level++) {
    const pointer = file.sizes.offset + countBytes + totals[level - 1].bytes
    const records = Math.floor((nodeBytes - 10 - pointer) / (recordBytes + pointer))
    const total = (records + 1) * totals[level - 1].most + records
    totals.push({ most: total, bytes: bytesFor(total) })
  }
  const list: Uint8Array[] = []
  const visit = async (node: number, records: number, level: number): Promise<void> => {
    if (list.length + records > most) throw badFile(file.name, `has more than ${most} ${what}`)
    const pointerBytes = level === 0 ? 0 : (records + 1) * (file.sizes.offset + countBytes + totals[level - 1].bytes)
    const bytes = 10 + records * recordBytes + pointerBytes
    const fields = await file.metadata(node, bytes, level === 0 ? 'BTLF' : 'BTIN')
    fields.skip(2)
    for (let r = 0; r < records; r++) list.push(fields.take(recordBytes))
    if (level === 0) return
    for (let child = 0; child <= records; child++) {
      const place = fields.offset()
      const inside = fields.unsigned(countBytes)
      fields.skip(totals[level - 1].bytes)
      await visit(place, inside, level - 1)
    }
  }
  if (count > 0) await visit(root, count, depth)
  return list
}

function bytesFor(largest: number): number {
  return Math.floor(Math.log2(Math.max(1, largest)) / 8) + 1
}
